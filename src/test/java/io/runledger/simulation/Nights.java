package io.runledger.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many nights, two at a time, until one breaks a promise. */
final class Nights {

  private static final int LANES = 2;

  private final long first;
  private final int count;
  private final Map<Mishap, Integer> mishaps = new EnumMap<>(Mishap.class);
  private final List<String> broken = new ArrayList<>();
  private long next;
  private long waits;
  private long attempts;
  private long lost;
  private long nanos;

  /**
   * @param first seed of the first night; the others follow
   */
  Nights(long first, int count) {
    this.first = first;
    this.count = count;
  }

  void play() throws Exception {
    long begun = System.nanoTime();
    ExecutorService lanes = Executors.newFixedThreadPool(LANES);
    try {
      List<Future<?>> played = new ArrayList<>();
      for (int i = 0; i < LANES; i++) {
        played.add(
            lanes.submit(
                () -> {
                  playOnOneLane();
                  return null;
                }));
      }
      for (Future<?> one : played) {
        Object unused = one.get();
      }
    } finally {
      lanes.shutdown();
      nanos = System.nanoTime() - begun;
    }
  }

  private void playOnOneLane() throws SQLException, IOException {
    try (Lane lane = new Lane()) {
      for (long seed = take(); seed < first + count; seed = take()) {
        Night night = new Night(lane, seed, null);
        Promises promises = night.play();
        note(night);
        if (!promises.broken().isEmpty()) {
          tell(lane, seed, promises);
        }
      }
    }
  }

  /** The next seed; none after a night that broke something. */
  private synchronized long take() {
    return broken.isEmpty() ? first + next++ : first + count;
  }

  private synchronized void note(Night night) {
    night.mishaps().met().forEach((mishap, times) -> mishaps.merge(mishap, times, Integer::sum));
    waits += night.waits();
    attempts += night.promises().attempts();
    lost += night.promises().lost();
  }

  /** What it broke, and what happened when the same night was played again, line by line. */
  private synchronized void tell(Lane lane, long seed, Promises promises) throws IOException {
    List<String> trace = new ArrayList<>();
    Promises again = new Night(lane, seed, trace).play();
    Path file = Path.of("target", "simulation-" + seed + ".txt");
    Files.write(file, trace);
    broken.add(
        """
        -Drunledger.seed=%d -Drunledger.seeds=1 plays the night again; what happened is in %s.
        %s
        %s"""
            .formatted(
                seed,
                file,
                String.join("\n", promises.broken()),
                again.broken().isEmpty() ? "Played again, it broke nothing." : ""));
  }

  List<String> broken() {
    return broken;
  }

  @Override
  public String toString() {
    return "simulation: %d nights from seed %d in %d s, %d a second; %d waits, %d attempts, %d lost, mishaps %s"
        .formatted(
            Math.min(next, count),
            first,
            nanos / 1_000_000_000,
            Math.min(next, count) * 1_000_000_000 / Math.max(1, nanos),
            waits,
            attempts,
            lost,
            mishaps);
  }
}
