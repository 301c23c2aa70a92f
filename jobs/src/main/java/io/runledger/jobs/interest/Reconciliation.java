package io.runledger.jobs.interest;

import io.runledger.run.Attempt;
import java.time.LocalDate;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Counts a covered day by product and currency: no account is left out, and what was written equals
 * what the entries say, computed once more in SQL.
 */
@Component
class Reconciliation {

  private final JdbcClient jdbc;

  Reconciliation(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Counts, and writes the figures down. An account that failed is expected nowhere.
   *
   * @param day one of the days that the attempt covers
   */
  void count(LocalDate day, Attempt attempt) {
    jdbc.sql("DELETE FROM reconciliation WHERE accrual_date = ? AND generation = ?")
        .param(day)
        .param(attempt.generation())
        .update();
    jdbc.sql(
            """
            INSERT INTO reconciliation
                   (accrual_date, product_id, currency, accounts, accrued, excluded, failed, principal,
                    accrued_interest, expected_interest, postings, posted, expected_posted, generation, fence)
            WITH failed AS (
                SELECT account_id FROM interest_failure
                 WHERE batch_date = :batchDate AND generation = :generation AND mended_at IS NULL
            ), work AS (
                SELECT a.account_id, a.product_id, a.currency, a.closed_on,
                       f.account_id IS NOT NULL AS failed,
                       -- Closed that day, nothing on it, or overdrawn without debit interest.
                       f.account_id IS NULL AND (coalesce(a.closed_on = :date, false)
                           OR coalesce(b.balance, 0) = 0
                           OR b.balance < 0 AND NOT p.debit_interest) AS excluded,
                       interest_period_start(p.capitalisation, :date, a.opened_on) AS period_start,
                       interest_posting_due(p.capitalisation, :date, a.closed_on) AS posting_due,
                       p.rounding, c.minor_unit
                  FROM account a
                  LEFT JOIN failed f USING (account_id)
                  LEFT JOIN product p USING (product_id)
                  LEFT JOIN currency c ON c.code = a.currency
                  LEFT JOIN (SELECT account_id, sum(amount) AS balance FROM account_entry
                              WHERE counts_from <= :date GROUP BY account_id) AS b USING (account_id)
                 WHERE interest_in_work(a.opened_on, a.closed_on, :date, :date)
            ), found AS (
                SELECT account_id,
                       sum(CASE WHEN contra THEN -1 ELSE 1 END) FILTER (WHERE night = accrual_date) AS nights,
                       sum(principal) FILTER (WHERE night = accrual_date) AS principal,
                       sum(interest_worth(annual_interest, days, basis)) AS interest
                  FROM interest_accrual WHERE accrual_date = :date GROUP BY account_id
                HAVING count(*) > 2 * count(*) FILTER (WHERE contra)       -- not all undone
            ), expected AS (
                SELECT account_id, sum(interest_worth(annual_interest, days, basis)) AS interest
                  FROM interest_recomputed(ARRAY[:date::date])
                 WHERE account_id NOT IN (SELECT account_id FROM failed)
                 GROUP BY account_id
            ), posted AS (
                SELECT account_id, sum(CASE WHEN contra THEN -1 ELSE 1 END) AS postings, sum(amount) AS amount
                  FROM interest_posting WHERE posting_date = :date GROUP BY account_id
                HAVING count(*) > 2 * count(*) FILTER (WHERE contra)
            ), expected_posted AS (
                SELECT account_id, sum(amount) AS amount
                  FROM (SELECT w.account_id,
                               interest_rounded(sum(interest_worth(i.annual_interest, i.days, i.basis)),
                                                w.minor_unit, w.rounding) AS amount
                          FROM work w JOIN interest_accrual i USING (account_id)
                         WHERE w.posting_due AND NOT w.failed
                           AND i.accrual_date BETWEEN w.period_start AND :date
                         GROUP BY w.account_id, i.kind, w.minor_unit, w.rounding) AS by_kind
                 GROUP BY account_id
            )
            SELECT :date, coalesce(w.product_id, ''), coalesce(w.currency, ''),
                   count(w.account_id), coalesce(sum(f.nights), 0), count(*) FILTER (WHERE w.excluded),
                   count(*) FILTER (WHERE w.failed), coalesce(sum(f.principal), 0),
                   coalesce(sum(f.interest), 0), coalesce(sum(e.interest), 0),
                   coalesce(sum(p.postings), 0), coalesce(sum(p.amount), 0),
                   coalesce(sum(x.amount), 0), :generation, :fence
              FROM work w
              FULL JOIN found f USING (account_id)
              FULL JOIN expected e USING (account_id)
              FULL JOIN posted p USING (account_id)
              FULL JOIN expected_posted x USING (account_id)
             GROUP BY coalesce(w.product_id, ''), coalesce(w.currency, '')
            """)
        .param("date", day)
        .param("batchDate", attempt.key().batchDate())
        .param("generation", attempt.generation())
        .param("fence", attempt.fence())
        .update();
  }

  /** The first line that is not right, in words; empty if all are. */
  Optional<String> firstBreak(CoveredDays days, Attempt attempt) {
    return jdbc.sql(
            """
            SELECT format('%s in product ''%s'' and currency ''%s'': %s accounts = %s accrued + %s excluded + %s failed; '
                          'interest found %s, expected %s; posted %s, expected %s',
                          accrual_date, product_id, currency, accounts, accrued, excluded, failed,
                          round(accrued_interest / interest_parts(), 10),
                          round(expected_interest / interest_parts(), 10),
                          posted, expected_posted)
              FROM reconciliation
             WHERE accrual_date BETWEEN :first AND :last AND generation = :generation
               AND (accounts <> accrued + excluded + failed
                    OR accrued_interest <> expected_interest OR posted <> expected_posted)
             ORDER BY accrual_date, product_id, currency LIMIT 1
            """)
        .param("first", days.first())
        .param("last", days.last())
        .param("generation", attempt.generation())
        .query(String.class)
        .optional();
  }
}
