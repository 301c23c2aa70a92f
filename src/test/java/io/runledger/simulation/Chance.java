package io.runledger.simulation;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** Everything that a night leaves to chance, from its seed. */
final class Chance {

  private final SplittableRandom random;

  Chance(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Of a hundred times, so many. */
  boolean percent(int times) {
    return random.nextInt(100) < times;
  }

  /** Of ten thousand times, so many. */
  boolean tenThousandths(int times) {
    return random.nextInt(10_000) < times;
  }

  int upTo(int bound) {
    return random.nextInt(bound);
  }

  Duration between(Duration shortest, Duration longest) {
    return Duration.ofNanos(random.nextLong(shortest.toNanos(), longest.toNanos() + 1));
  }

  UUID uuid() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** How long a packet is on its way: mostly some milliseconds, at times much longer. */
  Duration latency() {
    int drawn = random.nextInt(100);
    if (drawn < 90) {
      return between(Duration.ofNanos(100_000), Duration.ofMillis(5));
    }
    return drawn < 99
        ? between(Duration.ofMillis(5), Duration.ofMillis(100))
        : between(Duration.ofMillis(100), Duration.ofSeconds(2));
  }
}
