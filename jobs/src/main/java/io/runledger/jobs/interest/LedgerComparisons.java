package io.runledger.jobs.interest;

/** What is held against the ledger: totals, fences, generations. */
final class LedgerComparisons {

  static final Comparison TOTALS =
      new Comparison(
          "totals of completed runs",
          """
          SELECT 'run' AS of, d.date,
                 format('%s accrued, %s parts; %s posted, %s', coalesce(a.nights, 0), trim_scale(coalesce(a.parts, 0)),
                        coalesce(p.postings, 0), trim_scale(coalesce(p.amount, 0))) AS found,
                 format('%s accrued, %s parts; %s posted, %s', t.accrued, trim_scale(t.accrued_interest),
                        t.postings, trim_scale(t.posted)) AS expected
            FROM interest_day d
            LEFT JOIN (SELECT accrual_date, sum(CASE WHEN contra THEN -1 ELSE 1 END) FILTER (WHERE night = accrual_date) AS nights,
                              sum(interest_worth(annual_interest, days, basis)) AS parts
                         FROM interest_accrual GROUP BY accrual_date) AS a ON a.accrual_date = d.date
            LEFT JOIN (SELECT posting_date, sum(CASE WHEN contra THEN -1 ELSE 1 END) AS postings, sum(amount) AS amount
                         FROM interest_posting GROUP BY posting_date) AS p ON p.posting_date = d.date
            LEFT JOIN (SELECT accrual_date, generation, sum(accrued) AS accrued, sum(accrued_interest) AS accrued_interest,
                              sum(postings) AS postings, sum(posted) AS posted
                         FROM reconciliation GROUP BY accrual_date, generation) AS t
                   ON t.accrual_date = d.date AND t.generation = d.generation
           WHERE d.status = 'COMPLETED' AND d.date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
             AND EXISTS (SELECT FROM account WHERE opened_on <= d.date)
          """);

  static final Comparison FENCES =
      new Comparison(
          "fences of the ledger",
          """
          SELECT format('fence %s, %s of generation %s', w.fence,
                        CASE WHEN w.contra THEN 'contra rows' ELSE 'rows' END, w.generation) AS of, w.date,
                 CASE WHEN a.fence IS NULL THEN w.rows || ' rows, of no attempt'
                      WHEN w.contra AND a.generation > w.generation OR NOT w.contra AND a.generation = w.generation
                      THEN 'of an attempt' ELSE format('%s rows, of an attempt of generation %s', w.rows, a.generation)
                      END AS found,
                 'of an attempt' AS expected
            FROM (SELECT date, fence, generation, contra, sum(rows) AS rows
                    FROM (SELECT accrual_date AS date, fence, generation, contra, count(*) AS rows
                            FROM interest_accrual GROUP BY accrual_date, fence, generation, contra
                           UNION ALL
                          SELECT posting_date, fence, generation, contra, count(*)
                            FROM interest_posting GROUP BY posting_date, fence, generation, contra
                           UNION ALL
                          SELECT as_of, fence, generation, contra, count(*)
                            FROM balance_snapshot GROUP BY as_of, fence, generation, contra) AS written
                   WHERE date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
                   GROUP BY date, fence, generation, contra) AS w
            LEFT JOIN interest_day d USING (date)
            LEFT JOIN runledger.batch_attempt a
                   ON a.job_name = 'eod-interest' AND a.part = '' AND a.batch_date = d.batch_date
                  AND a.fence = w.fence
          """);

  static final Comparison GENERATIONS =
      new Comparison(
          "generations of the ledger",
          """
          SELECT format('%s %s that stand', w.rows, w.what) AS of, w.date,
                 'of generation ' || w.generation AS found,
                 -- What is not run again yet may be of any generation before.
                 'of generation ' || CASE WHEN d.status = 'COMPLETED' THEN d.generation
                                          ELSE least(w.generation, d.generation) END AS expected
            FROM (SELECT 'accruals' AS what, accrual_date AS date, generation, count(*) AS rows
                    FROM standing_accrual WHERE accrual_date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
                   GROUP BY accrual_date, generation
                   UNION ALL
                  SELECT 'postings', posting_date, generation, count(*)
                    FROM standing_posting WHERE posting_date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
                   GROUP BY posting_date, generation
                   UNION ALL
                  SELECT 'balance snapshots', as_of, generation, count(*)
                    FROM standing_snapshot WHERE as_of BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
                   GROUP BY as_of, generation) AS w
            JOIN interest_day d USING (date)
          """);

  private LedgerComparisons() {}
}
