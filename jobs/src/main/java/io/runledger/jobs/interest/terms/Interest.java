package io.runledger.jobs.interest.terms;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An amount of interest, exact. It is counted in parts of 1/1,603,080 of the currency's unit, the
 * least common multiple of the bases 360, 365 and 366: nights of any day count add up without a
 * division, and the only one is the rounding when the interest is posted.
 *
 * @param parts how many of these parts
 */
public record Interest(BigDecimal parts) {

  /** None. */
  public static final Interest ZERO = new Interest(BigDecimal.ZERO);

  private static final int PARTS = 1_603_080;
  private static final BigDecimal UNIT = BigDecimal.valueOf(PARTS);

  /**
   * The share of a year's interest that falls on a night.
   *
   * @param annual the interest of a whole year
   */
  public static Interest of(BigDecimal annual, DayFraction night) {
    int parts = night.days() * (PARTS / night.basis());
    return new Interest(annual.multiply(BigDecimal.valueOf(parts)));
  }

  public Interest plus(Interest other) {
    return new Interest(parts.add(other.parts));
  }

  /** The amount in the currency's unit, rounded once, from the exact sum. */
  public BigDecimal rounded(int digits, RoundingMode mode) {
    return parts.divide(UNIT, digits, mode);
  }
}
