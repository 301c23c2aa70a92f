package io.runledger.jobs.interest;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code account}, as it was delivered.
 *
 * @param openedOn the first night that bears interest
 * @param closedOn the first one that does not; null while the account is open
 */
record Account(
    long accountId,
    @Nullable String productId,
    @Nullable String currency,
    LocalDate openedOn,
    @Nullable LocalDate closedOn) {

  boolean bearsInterestOn(LocalDate night) {
    return !night.isBefore(openedOn) && (closedOn == null || night.isBefore(closedOn));
  }

  /** Whether a run for that day has anything to do with it: it bears interest, or is closed. */
  boolean isInWorkOn(LocalDate day) {
    return bearsInterestOn(day) || isClosedOn(day);
  }

  boolean isClosedOn(LocalDate date) {
    return date.equals(closedOn);
  }
}
