package io.runledger.jobs.interest.terms;

import java.math.BigDecimal;

/** Which way interest goes. The two are kept, summed, rounded and posted apart. */
public enum Kind {
  /** Paid to the holder, on a balance above zero. */
  CREDIT,
  /** Charged, on an overdrawn balance; its amounts are negative. */
  DEBIT;

  /** The kind that a balance bears. Zero bears none: do not ask. */
  public static Kind of(BigDecimal balance) {
    return balance.signum() > 0 ? CREDIT : DEBIT;
  }
}
