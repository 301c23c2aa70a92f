package io.runledger.jobs.interest;

/**
 * What is held against the entries alone. What an earlier generation left in a run that is not
 * COMPLETED is to be undone yet, and is not looked at.
 */
final class EffectComparisons {

  static final Comparison ACCRUALS =
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
                    FROM standing_accrual a LEFT JOIN interest_day d ON d.date = accrual_date
                   WHERE accrual_date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
                     AND (a.generation < d.generation AND d.status <> 'COMPLETED') IS NOT TRUE) AS found
            FULL JOIN (SELECT accrual_date, account_id, kind, night, days, basis, status,
                              trim_scale(principal) AS principal, trim_scale(annual_interest) AS annual
                         FROM interest_recomputed(ARRAY(
                                  SELECT date FROM interest_day
                                   WHERE date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)))
                         JOIN interest_day ON date = accrual_date) AS expected
                 USING (accrual_date, account_id, kind, night)
           WHERE found.principal IS NOT NULL OR expected.status = 'COMPLETED'
          """);

  static final Comparison POSTINGS =
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
            FROM (SELECT p.*
                    FROM standing_posting p LEFT JOIN interest_day d ON d.date = posting_date
                   WHERE posting_date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
                     AND (p.generation < d.generation AND d.status <> 'COMPLETED') IS NOT TRUE) AS found
            FULL JOIN (SELECT * FROM expected WHERE amount <> 0) AS expected
                 USING (posting_date, account_id, kind)
           WHERE found.amount IS NOT NULL OR expected.status = 'COMPLETED'
          """);

  static final Comparison ENTRIES =
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

  static final Comparison BALANCES =
      new Comparison(
          "balance snapshots",
          """
          SELECT format('account %s', s.account_id) AS of, s.as_of AS date,
                 trim_scale(s.balance)::text AS found,
                 trim_scale((SELECT coalesce(sum(e.amount), 0) FROM account_entry e
                              WHERE e.account_id = s.account_id AND e.counts_from <= s.as_of))::text AS expected
            FROM standing_snapshot s LEFT JOIN interest_day d ON d.date = s.as_of
           WHERE s.as_of BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
             AND (s.generation < d.generation AND d.status <> 'COMPLETED') IS NOT TRUE
          """);

  private EffectComparisons() {}
}
