package io.runledger.lab.night;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * How much faster than the real night a drill is played.
 *
 * @param factor of all times; 1 is the real night, 0.1 takes a tenth of it
 */
public record Scale(BigDecimal factor) {

  /**
   * @throws IllegalArgumentException if it is not above 0 and at most 1
   */
  public Scale {
    if (factor.signum() <= 0 || factor.compareTo(BigDecimal.ONE) > 0) {
      throw new IllegalArgumentException(
          "The scale %s is not above 0 and at most 1: 1 plays the real night, 0.1 a tenth of it."
              .formatted(factor));
    }
  }

  /** What this many seconds of the real night take. */
  public Duration seconds(long real) {
    return of(Duration.ofSeconds(real));
  }

  /** What this time of the real night takes. */
  public Duration of(Duration real) {
    return Duration.ofNanos(factor.multiply(BigDecimal.valueOf(real.toNanos())).longValue());
  }

  @Override
  public String toString() {
    return factor.toPlainString();
  }
}
