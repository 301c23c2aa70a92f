package io.runledger.jobs.interest;

import io.runledger.run.Attempt;
import java.time.LocalDate;
import java.util.stream.Stream;

/**
 * The calendar days that a run is for: the batch date, and those before it that have no run of
 * their own.
 *
 * @param first the earliest
 * @param last the batch date, inclusive
 */
record CoveredDays(LocalDate first, LocalDate last) {

  static CoveredDays of(Attempt attempt) {
    return new CoveredDays(attempt.coveredFrom(), attempt.key().batchDate());
  }

  Stream<LocalDate> inOrder() {
    return first.datesUntil(last.plusDays(1));
  }
}
