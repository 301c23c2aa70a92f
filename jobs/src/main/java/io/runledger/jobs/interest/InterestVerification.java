package io.runledger.jobs.interest;

import io.runledger.operate.Verification;
import java.time.LocalDate;
import java.util.List;
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

  private static final Comparison ACCRUALS =
      new Comparison(
          "accruals",
          """
          SELECT format('account %s, %s for the night of %s', account_id, kind, night) AS of,
                 accrual_date AS date,
                 found.principal || ' bears ' || found.annual || ' x ' || found.days || '/' || found.basis AS found,
                 expected.principal || ' bears ' || expected.annual || ' x ' || expected.days || '/' || expected.basis
                     AS expected
            FROM (SELECT accrual_date, account_id, kind, night, days, basis,
                         trim_scale(principal) AS principal, trim_scale(annual_interest) AS annual
                    FROM interest_accrual
                   WHERE accrual_date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)) AS found
            FULL JOIN (SELECT accrual_date, account_id, kind, night, days, basis, status,
                              trim_scale(principal) AS principal, trim_scale(annual_interest) AS annual
                         FROM interest_recomputed(ARRAY(
                                  SELECT date FROM interest_day
                                   WHERE date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)))
                         JOIN interest_day ON date = accrual_date) AS expected
                 USING (accrual_date, account_id, kind, night)
           WHERE found.principal IS NOT NULL OR expected.status = 'COMPLETED'
          """);

  private static final Comparison POSTINGS =
      new Comparison(
          "postings",
          """
          WITH due AS MATERIALIZED (
              SELECT d.date, d.status, a.account_id, c.minor_unit, p.rounding,
                     interest_period_start(p.capitalisation, d.date, a.opened_on) AS period_from,
                     CASE WHEN a.closed_on = d.date THEN d.date ELSE d.date + 1 END AS value_date
                FROM interest_day d
                JOIN account a ON interest_in_work(a.opened_on, a.closed_on, d.date, d.date)
                JOIN product p USING (product_id)
                JOIN currency c ON c.code = a.currency
               WHERE interest_posting_due(p.capitalisation, d.date, a.closed_on)
                 AND d.date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
          ), accrued AS MATERIALIZED (
              SELECT e.account_id, e.kind, e.accrual_date,
                     sum(interest_worth(e.annual_interest, e.days, e.basis)) AS parts
                FROM interest_recomputed(ARRAY(
                         SELECT date FROM interest_day
                          WHERE date BETWEEN (SELECT min(period_from) FROM due) AND (SELECT max(date) FROM due)))
                     AS e
               GROUP BY e.account_id, e.kind, e.accrual_date
          ), expected AS (
              SELECT d.date AS posting_date, d.account_id, a.kind, d.status, d.value_date,
                     interest_rounded(sum(a.parts), d.minor_unit, d.rounding) AS amount
                FROM due d
                JOIN accrued a ON a.account_id = d.account_id AND a.accrual_date BETWEEN d.period_from AND d.date
               GROUP BY d.date, d.account_id, a.kind, d.status, d.value_date, d.minor_unit, d.rounding
          )
          SELECT format('account %s, %s', account_id, kind) AS of, posting_date AS date,
                 trim_scale(found.amount) || ' valued ' || found.value_date AS found,
                 trim_scale(expected.amount) || ' valued ' || expected.value_date AS expected
            FROM (SELECT * FROM interest_posting
                   WHERE posting_date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)) AS found
            FULL JOIN (SELECT * FROM expected WHERE amount <> 0) AS expected
                 USING (posting_date, account_id, kind)
           WHERE found.amount IS NOT NULL OR expected.status = 'COMPLETED'
          """);

  private static final Comparison ENTRIES =
      new Comparison(
          "entries of postings",
          """
          SELECT format('entry %s', entry_id) AS of, coalesce(p.posting_date, e.booking_date) AS date,
                 format('account %s, %s valued %s', e.account_id, trim_scale(e.amount), e.value_date) AS found,
                 format('account %s, %s valued %s', p.account_id, trim_scale(p.amount), p.value_date) AS expected
            FROM (SELECT * FROM account_entry WHERE source = 'eod-interest') AS e
            FULL JOIN interest_posting p USING (entry_id)
           WHERE coalesce(p.posting_date, e.booking_date) BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
          """);

  private static final Comparison BALANCES =
      new Comparison(
          "balance snapshots",
          """
          SELECT format('account %s', s.account_id) AS of, s.as_of AS date,
                 trim_scale(s.balance)::text AS found,
                 trim_scale((SELECT coalesce(sum(e.amount), 0) FROM account_entry e
                              WHERE e.account_id = s.account_id AND e.counts_from <= s.as_of))::text AS expected
            FROM balance_snapshot s
           WHERE s.as_of BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
          """);

  private static final Comparison TOTALS =
      new Comparison(
          "totals of completed runs",
          """
          SELECT 'run' AS of, d.date,
                 format('%s accrued, %s parts; %s posted, %s', coalesce(a.nights, 0), trim_scale(coalesce(a.parts, 0)),
                        coalesce(p.postings, 0), trim_scale(coalesce(p.amount, 0))) AS found,
                 format('%s accrued, %s parts; %s posted, %s', t.accrued, trim_scale(t.accrued_interest),
                        t.postings, trim_scale(t.posted)) AS expected
            FROM interest_day d
            LEFT JOIN (SELECT accrual_date, count(*) FILTER (WHERE night = accrual_date) AS nights,
                              sum(interest_worth(annual_interest, days, basis)) AS parts
                         FROM interest_accrual GROUP BY accrual_date) AS a ON a.accrual_date = d.date
            LEFT JOIN (SELECT posting_date, count(*) AS postings, sum(amount) AS amount
                         FROM interest_posting GROUP BY posting_date) AS p ON p.posting_date = d.date
            LEFT JOIN (SELECT accrual_date, sum(accrued) AS accrued, sum(accrued_interest) AS accrued_interest,
                              sum(postings) AS postings, sum(posted) AS posted
                         FROM reconciliation GROUP BY accrual_date) AS t ON t.accrual_date = d.date
           WHERE d.status = 'COMPLETED' AND d.date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
             AND EXISTS (SELECT FROM account WHERE opened_on <= d.date)
          """);

  private static final Comparison FENCES =
      new Comparison(
          "fences of the ledger",
          """
          SELECT format('fence %s', w.fence) AS of, w.date,
                 CASE WHEN a.fence IS NULL THEN w.rows || ' rows, of no attempt' ELSE 'of an attempt' END AS found,
                 'of an attempt' AS expected
            FROM (SELECT date, fence, sum(rows) AS rows
                    FROM (SELECT accrual_date AS date, fence, count(*) AS rows
                            FROM interest_accrual GROUP BY accrual_date, fence
                           UNION ALL
                          SELECT posting_date, fence, count(*) FROM interest_posting GROUP BY posting_date, fence)
                         AS written
                   WHERE date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
                   GROUP BY date, fence) AS w
            LEFT JOIN interest_day d USING (date)
            LEFT JOIN runledger.batch_attempt a
                   ON a.job_name = 'eod-interest' AND a.part = '' AND a.batch_date = d.batch_date
                  AND a.fence = w.fence
          """);

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
    return List.of(ACCRUALS, POSTINGS, ENTRIES, BALANCES, TOTALS, FENCES).stream()
        .map(comparison -> comparison.make(jdbc, date))
        .toList();
  }
}
