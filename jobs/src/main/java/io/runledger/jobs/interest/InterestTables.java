package io.runledger.jobs.interest;

import io.runledger.jobs.interest.terms.NightInterest;
import io.runledger.run.Attempt;
import java.time.LocalDate;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;

/** Writes what was worked out, a statement for each table, in the chunk's transaction. */
final class InterestTables {

  /** The source of the entries that are interest. */
  static final String SOURCE = "eod-interest";

  private final JdbcTemplate jdbc;
  private final long generation;
  private final long fence;

  /**
   * @param attempt which writes
   */
  InterestTables(JdbcTemplate jdbc, Attempt attempt) {
    this.jdbc = jdbc;
    this.generation = attempt.generation();
    this.fence = attempt.fence();
  }

  void add(List<AccountInterest.Result> results) {
    addAccruals(results.stream().flatMap(result -> result.accruals().stream()).toList());
    addPostings(results.stream().flatMap(result -> result.postings().stream()).toList());
    addSnapshots(results.stream().flatMap(result -> result.snapshots().stream()).toList());
  }

  private void addAccruals(List<Accrual> accruals) {
    Rows rows =
        new Rows("date", "int8", "text", "date", "numeric", "numeric", "numeric", "int2", "int2");
    for (Accrual accrual : accruals) {
      NightInterest interest = accrual.interest();
      rows.add(
          accrual.accrualDate(),
          accrual.accountId(),
          interest.kind().name(),
          accrual.night(),
          interest.principal(),
          interest.rate(),
          interest.annual(),
          accrual.fraction().days(),
          accrual.fraction().basis());
    }
    rows.into(
        jdbc,
        """
        INSERT INTO interest_accrual
               (accrual_date, account_id, kind, night, principal, rate, annual_interest, days, basis,
                generation, fence)
        SELECT *, %d, %d FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
            .formatted(generation, fence));
  }

  private void addPostings(List<Posting> postings) {
    Rows rows = new Rows("date", "int8", "text", "date", "date", "numeric", "text");
    for (Posting posting : postings) {
      rows.add(
          posting.postingDate(),
          posting.accountId(),
          posting.kind().name(),
          posting.periodFrom(),
          posting.valueDate(),
          posting.amount(),
          "%d/%s/%s/%d"
              .formatted(posting.accountId(), posting.postingDate(), posting.kind(), generation));
    }
    rows.into(
        jdbc,
        """
        WITH posting AS (
            SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?)
                AS p (posting_date, account_id, kind, period_from, value_date, amount, reference)
        ), entry AS (
            INSERT INTO account_entry (account_id, value_date, booking_date, amount, source, reference)
            SELECT account_id, value_date, posting_date, amount, '%s', reference FROM posting
            RETURNING entry_id, reference
        )
        INSERT INTO interest_posting
               (posting_date, account_id, kind, period_from, value_date, amount, entry_id,
                generation, fence)
        SELECT posting_date, account_id, kind, period_from, value_date, amount, entry_id, %d, %d
          FROM posting JOIN entry USING (reference)
        """
            .formatted(SOURCE, generation, fence));
  }

  private void addSnapshots(List<Snapshot> snapshots) {
    Rows rows = new Rows("int8", "date", "numeric");
    snapshots.forEach(one -> rows.add(one.accountId(), one.asOf(), one.balance()));
    rows.into(
        jdbc,
        """
        INSERT INTO balance_snapshot (account_id, as_of, balance, generation, fence)
        SELECT *, %d, %d FROM unnest(?, ?, ?)
        """
            .formatted(generation, fence));
  }

  /**
   * Lists accounts that could not be worked with; one that is listed already gets the new reason.
   */
  void addFailures(LocalDate batchDate, List<Failure> failures) {
    Rows rows = new Rows("date", "int8", "text", "text");
    failures.forEach(one -> rows.add(batchDate, one.accountId(), one.reason(), one.whatToDo()));
    rows.into(
        jdbc,
        """
        INSERT INTO interest_failure (batch_date, account_id, reason, what_to_do, generation, fence)
        SELECT *, %d, %d FROM unnest(?, ?, ?, ?)
            ON CONFLICT (batch_date, account_id, generation) DO UPDATE
           SET reason = excluded.reason, what_to_do = excluded.what_to_do,
               failed_at = clock_timestamp(), fence = excluded.fence
        """
            .formatted(generation, fence));
  }

  /** Says of accounts that are listed that they are done now. */
  void markMended(LocalDate batchDate, List<Long> accounts) {
    Rows rows = new Rows("date", "int8");
    accounts.forEach(account -> rows.add(batchDate, account));
    rows.into(
        jdbc,
        """
        UPDATE interest_failure f
           SET mended_at = clock_timestamp(), mended_fence = %d
          FROM unnest(?, ?) AS done (batch_date, account_id)
         WHERE f.batch_date = done.batch_date AND f.account_id = done.account_id
           AND f.generation = %d
        """
            .formatted(fence, generation));
  }
}
