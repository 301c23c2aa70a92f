package io.runledger.jobs.interest;

import io.runledger.batch.Reversal;
import io.runledger.run.Attempt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Undoes a run: for each row that stands of earlier generations it writes the same with the
 * opposite sign, and for each entry of a posting a contra entry with the value date and the booking
 * date of the original. Both count from the same night on, so no later night sees the difference.
 *
 * <p>It takes what is there, be it a whole run or the part that a failed one has left.
 */
@Component
class InterestReversal implements Reversal {

  private static final Logger log = LoggerFactory.getLogger(InterestReversal.class);

  private static final String ACCRUALS =
      """
      INSERT INTO interest_accrual
             (accrual_date, account_id, kind, night, principal, rate, annual_interest, days, basis,
              generation, contra, fence)
      SELECT accrual_date, account_id, kind, night, -principal, rate, -annual_interest, days, basis,
             generation, true, :fence
        FROM standing_accrual
       WHERE accrual_date BETWEEN :first AND :last AND generation < :generation
      """;

  private static final String POSTINGS =
      """
      WITH undone AS MATERIALIZED (
          SELECT * FROM standing_posting
           WHERE posting_date BETWEEN :first AND :last AND generation < :generation
      ), contra AS (
          INSERT INTO account_entry
                 (account_id, value_date, booking_date, amount, source, reference, reverses)
          SELECT e.account_id, e.value_date, e.booking_date, -e.amount, e.source,
                 e.reference || '/contra', e.entry_id
            FROM undone JOIN account_entry e USING (entry_id)
          RETURNING entry_id, reverses
      )
      INSERT INTO interest_posting
             (posting_date, account_id, kind, period_from, value_date, amount, entry_id,
              generation, contra, fence)
      SELECT u.posting_date, u.account_id, u.kind, u.period_from, u.value_date, -u.amount, c.entry_id,
             u.generation, true, :fence
        FROM undone u JOIN contra c ON c.reverses = u.entry_id
      """;

  private static final String SNAPSHOTS =
      """
      INSERT INTO balance_snapshot (account_id, as_of, balance, generation, contra, fence)
      SELECT account_id, as_of, -balance, generation, true, :fence
        FROM standing_snapshot
       WHERE as_of BETWEEN :first AND :last AND generation < :generation
      """;

  private final JdbcClient jdbc;

  InterestReversal(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public String job() {
    return EndOfDayInterest.JOB;
  }

  @Override
  public void reverse(Attempt attempt) {
    int accruals = reverse(attempt, ACCRUALS);
    int postings = reverse(attempt, POSTINGS);
    int snapshots = reverse(attempt, SNAPSHOTS);
    log.atInfo()
        .addKeyValue("run", attempt.key())
        .addKeyValue("generation", attempt.generation())
        .log(
            "{}: undone are {} accruals, {} postings and {} balance snapshots.",
            attempt.key(),
            accruals,
            postings,
            snapshots);
  }

  private int reverse(Attempt attempt, String sql) {
    CoveredDays days = CoveredDays.of(attempt);
    return jdbc.sql(sql)
        .param("first", days.first())
        .param("last", days.last())
        .param("generation", attempt.generation())
        .param("fence", attempt.fence())
        .update();
  }
}
