package io.runledger.jobs.interest.terms;

import java.math.BigDecimal;

/**
 * A rate for a slice of the balance, up to where the next tier begins.
 *
 * @param above the slice begins above this, in the account's currency
 * @param rate of a year, as a fraction of one
 */
public record Tier(BigDecimal above, BigDecimal rate) {

  boolean isReachedBy(BigDecimal size) {
    return size.compareTo(above) > 0;
  }
}
