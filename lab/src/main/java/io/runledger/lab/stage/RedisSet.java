package io.runledger.lab.stage;

import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Scale;
import io.runledger.lab.night.Timeline;
import io.runledger.test.RespConnection;
import io.runledger.test.SentinelServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The Redis servers of a night, and the Sentinels if there are some. */
public final class RedisSet implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration DOWN_AFTER = Duration.ofSeconds(5);

  /** Below this a master is taken for dead because the machine is busy. */
  private static final Duration LEAST_DOWN_AFTER = Duration.ofSeconds(1);

  private static final Pattern TELLING =
      Pattern.compile("([-+](?:sdown master|odown|switch-master|elected-leader|selected-slave).*)");

  private final List<RedisNode> nodes = new ArrayList<>();
  private final List<SentinelServer> sentinels = new ArrayList<>();

  private RedisSet() {}

  static RedisSet start(Topology topology, Scale scale, Timeline timeline) {
    RedisSet set = new RedisSet();
    try {
      switch (topology) {
        case SINGLE -> set.nodes.add(RedisNode.start("redis"));
        case THREE_MASTERS -> {
          for (int i = 1; i <= 3; i++) {
            set.nodes.add(RedisNode.start("redis-" + i));
          }
        }
        case SENTINEL -> set.startSentinels(scale, timeline);
      }
      return set;
    } catch (RuntimeException e) {
      set.close();
      throw e;
    }
  }

  private void startSentinels(Scale scale, Timeline timeline) {
    RedisNode master = RedisNode.start("redis-1");
    nodes.add(master);
    for (int i = 2; i <= 3; i++) {
      RedisNode replica = RedisNode.start("redis-" + i);
      nodes.add(replica);
      replica.follow(master);
      // One after the other: the master lists them in this order.
      int known = i - 1;
      Awaitility.await().atMost(LIMIT).until(() -> master.replicas() == known);
    }
    Duration downAfter = downAfter(scale);
    for (int i = 1; i <= 3; i++) {
      String lane = "sentinel-" + i;
      sentinels.add(
          SentinelServer.start(
              RedisBinary.onThePath().orElse(null),
              "locks",
              master.port(),
              2,
              downAfter,
              downAfter.multipliedBy(2),
              line -> {
                var matcher = TELLING.matcher(line);
                if (matcher.find()) {
                  timeline.note(lane, Happening.LOG, matcher.group(1));
                }
              }));
    }
    sentinels.forEach(sentinel -> sentinel.awaitKnows(2, 2));
  }

  private static Duration downAfter(Scale scale) {
    Duration scaled = scale.of(DOWN_AFTER);
    return scaled.compareTo(LEAST_DOWN_AFTER) < 0 ? LEAST_DOWN_AFTER : scaled;
  }

  /** Waits until each Sentinel knows by which priority it may elect this replica. */
  public void awaitPriority(RedisNode replica, int priority) {
    Awaitility.await()
        .atMost(LIMIT)
        .until(
            () ->
                sentinels.stream()
                    .allMatch(sentinel -> knowsPriority(sentinel, replica, priority)));
  }

  private static boolean knowsPriority(SentinelServer sentinel, RedisNode replica, int priority) {
    try (RespConnection asked = new RespConnection(sentinel.port(), Duration.ofSeconds(2))) {
      return asked.call("SENTINEL", "REPLICAS", "locks") instanceof List<?> replicas
          && replicas.stream()
              .map(String::valueOf)
              .anyMatch(
                  known ->
                      known.contains("port, " + replica.port() + ",")
                          && known.contains("slave-priority, " + priority + ","));
    } catch (IOException notYet) {
      return false;
    }
  }

  /** The first is the master, if there is one. */
  public List<RedisNode> nodes() {
    return nodes;
  }

  /** The first. */
  public RedisNode master() {
    return nodes.get(0);
  }

  /** Empty without Sentinels. */
  public List<SentinelServer> sentinels() {
    return sentinels;
  }

  @Override
  public void close() {
    sentinels.forEach(SentinelServer::close);
    nodes.forEach(RedisNode::close);
  }
}
