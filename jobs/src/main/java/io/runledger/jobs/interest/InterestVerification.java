package io.runledger.jobs.interest;

import io.runledger.operate.Verification;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Proves the interest from the entries alone: nothing that the job wrote is taken for granted but
 * the entries of its own postings, and those are held against what they should be.
 *
 * <p>A run that is not COMPLETED may lack some of its effects; those that are there must be right.
 */
@Component
class InterestVerification implements Verification {

  private final JdbcClient jdbc;

  InterestVerification(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public String job() {
    return EndOfDayInterest.JOB;
  }

  @Override
  public List<Check> verify(@Nullable LocalDate date) {
    return Stream.of(
            EffectComparisons.ACCRUALS,
            EffectComparisons.POSTINGS,
            EffectComparisons.ENTRIES,
            EffectComparisons.BALANCES,
            ContraComparisons.ACCRUALS,
            ContraComparisons.POSTINGS,
            ContraComparisons.SNAPSHOTS,
            ContraComparisons.ENTRIES,
            LedgerComparisons.TOTALS,
            LedgerComparisons.FENCES,
            LedgerComparisons.GENERATIONS)
        .map(comparison -> comparison.make(jdbc, date))
        .toList();
  }
}
