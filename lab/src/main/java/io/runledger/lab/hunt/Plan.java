package io.runledger.lab.hunt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a hunt will do, and when: the same for the same seed. What comes of it is not, since pods
 * and servers are real.
 *
 * @param seed where the chances come from
 * @param length how long faults go on
 * @param pods how many there are
 * @param redis which Redis they have
 * @param actions by time
 */
public record Plan(long seed, Duration length, int pods, Redis redis, List<Action> actions) {

  /** Which Redis the pods have. */
  public enum Redis {
    /** One server. */
    SINGLE,
    /** A master with two replicas, behind three Sentinels. */
    SENTINEL
  }

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(1500);
  private static final Duration LONGEST_FAULT = Duration.ofSeconds(5);

  /** Draws a plan; every other one has Sentinels. */
  public static Plan draw(long seed, Duration length) {
    return draw(seed, length, null);
  }

  /**
   * Draws a plan.
   *
   * @param wanted which Redis; null to draw that too
   */
  static Plan draw(long seed, Duration length, @Nullable Redis wanted) {
    Random random = new Random(seed);
    int pods = 3 + random.nextInt(3);
    Redis drawn = random.nextBoolean() ? Redis.SENTINEL : Redis.SINGLE;
    Redis redis = wanted == null ? drawn : wanted;
    List<Action.Kind> kinds =
        Arrays.stream(Action.Kind.values())
            .filter(kind -> redis == Redis.SENTINEL || kind != Action.Kind.FAILOVER)
            .toList();
    List<Action> actions = new ArrayList<>();
    Duration at = Duration.ZERO;
    while (at.compareTo(length) < 0) {
      actions.add(
          new Action(
              at,
              kind(random, kinds),
              random.nextInt(1 << 20),
              Duration.ofMillis(300 + random.nextInt((int) LONGEST_FAULT.toMillis() - 300))));
      at =
          at.plus(SHORTEST_PAUSE)
              .plusMillis(random.nextInt((int) LONGEST_PAUSE.minus(SHORTEST_PAUSE).toMillis()));
    }
    return new Plan(seed, length, pods, redis, List.copyOf(actions));
  }

  private static Action.Kind kind(Random random, List<Action.Kind> kinds) {
    int drawn = random.nextInt(kinds.stream().mapToInt(Action.Kind::weight).sum());
    for (Action.Kind kind : kinds) {
      drawn -= kind.weight();
      if (drawn < 0) {
        return kind;
      }
    }
    throw new IllegalStateException("weights do not add up");
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if the file holds no plan
   */
  static Plan read(Path file) {
    try {
      return JsonMapper.shared().readValue(Files.readString(file), Plan.class);
    } catch (IOException | JacksonException e) {
      throw new IllegalArgumentException("%s holds no plan: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Writes it as JSON. */
  void write(Path file) {
    try {
      Files.writeString(
          file, JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(this));
    } catch (IOException e) {
      throw new UncheckedIOException("The plan cannot be written to " + file, e);
    }
  }

  /** The same with these actions only. */
  Plan only(List<Action> some) {
    return new Plan(seed, length, pods, redis, List.copyOf(some));
  }
}
