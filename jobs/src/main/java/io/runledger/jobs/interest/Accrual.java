package io.runledger.jobs.interest;

import io.runledger.jobs.interest.terms.DayFraction;
import io.runledger.jobs.interest.terms.Interest;
import io.runledger.jobs.interest.terms.NightInterest;
import java.time.LocalDate;

/**
 * A row of {@code interest_accrual}.
 *
 * @param accrualDate the covered day that it belongs to
 * @param night whose balance it is for; before the accrual date it is an adjustment
 * @param interest what the balance bears, or the difference that a late entry makes to that
 */
record Accrual(
    long accountId,
    LocalDate accrualDate,
    LocalDate night,
    NightInterest interest,
    DayFraction fraction) {

  Interest worth() {
    return Interest.of(interest.annual(), fraction);
  }
}
