package io.runledger.schedule;

import java.time.Duration;

/**
 * Whether and when a run that FAILED is tried again unasked.
 *
 * @param attempts how many more attempts a failed run gets; 0 leaves it to a person
 * @param delay from the first failure to the next attempt
 * @param multiplier what the delay grows by with each further failure
 * @param maxDelay what the delay grows to at most
 */
public record Retry(int attempts, Duration delay, int multiplier, Duration maxDelay) {

  /** A failed run waits for a person. */
  public static final Retry NONE = new Retry(0, Duration.ofMinutes(1), Duration.ofHours(1));

  /** Refuses negative numbers and durations, and a longest delay below the first. */
  public Retry {
    if (attempts < 0) {
      throw new IllegalArgumentException(
          "%d attempts are asked for after a failure; write 0 or more.".formatted(attempts));
    }
    if (delay.isNegative()) {
      throw new IllegalArgumentException(
          "The delay before an attempt is %s; write 0 or more.".formatted(delay));
    }
    if (multiplier < 1) {
      throw new IllegalArgumentException(
          "The delay is multiplied by %d with each failure; write 1 or more."
              .formatted(multiplier));
    }
    if (maxDelay.compareTo(delay) < 0) {
      throw new IllegalArgumentException(
          "The longest delay %s is shorter than the first, %s.".formatted(maxDelay, delay));
    }
  }

  /** With delays that double. */
  public Retry(int attempts, Duration delay, Duration maxDelay) {
    this(attempts, delay, 2, maxDelay);
  }

  /**
   * Whether there is one more attempt.
   *
   * @param failures in a row, 1 or more
   */
  public boolean isAllowedAfter(int failures) {
    return failures <= attempts;
  }

  /**
   * How long the next attempt waits from the last failure on.
   *
   * @param failures in a row, 1 or more
   */
  public Duration delayAfter(int failures) {
    Duration grown = delay;
    for (int i = 1; i < failures && !grown.isZero() && multiplier > 1; i++) {
      // Compared before the product is made: a duration has an end too.
      if (grown.compareTo(maxDelay.dividedBy(multiplier)) > 0) {
        return maxDelay;
      }
      grown = grown.multipliedBy(multiplier);
    }
    return grown;
  }
}
