package io.runledger.jobs.interest;

/**
 * Each row of a generation that is over has one contra row that takes it back to the last digit,
 * and nothing else has one.
 */
final class ContraComparisons {

  static final Comparison ACCRUALS =
      new Comparison(
          "contra accruals",
          """
          SELECT format('account %s, %s for the night of %s, generation %s', account_id, kind, night, generation) AS of, accrual_date AS date,
                 trim_scale(c.principal) || ' bears ' || trim_scale(c.annual_interest) || ' x ' || c.days || '/' || c.basis AS found,
                 trim_scale(-o.principal) || ' bears ' || trim_scale(-o.annual_interest) || ' x ' || o.days || '/' || o.basis AS expected
            FROM (SELECT * FROM interest_accrual
                   WHERE contra AND accrual_date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)) AS c
            FULL JOIN (SELECT w.*, d.status
                         FROM interest_accrual w JOIN interest_day d ON d.date = w.accrual_date AND w.generation < d.generation
                        WHERE NOT w.contra AND w.accrual_date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)) AS o
                 USING (accrual_date, account_id, kind, night, generation)
           WHERE c.fence IS NOT NULL OR o.status = 'COMPLETED'
          """);

  static final Comparison POSTINGS =
      new Comparison(
          "contra postings",
          """
          SELECT format('account %s, %s, generation %s', account_id, kind, generation) AS of, posting_date AS date,
                 trim_scale(c.amount) || ' valued ' || c.value_date || ' reverses entry ' || c.reverses AS found,
                 trim_scale(-o.amount) || ' valued ' || o.value_date || ' reverses entry ' || o.entry_id AS expected
            FROM (SELECT p.*, e.reverses FROM interest_posting p LEFT JOIN account_entry e USING (entry_id)
                   WHERE contra AND posting_date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)) AS c
            FULL JOIN (SELECT w.*, d.status
                         FROM interest_posting w JOIN interest_day d ON d.date = w.posting_date AND w.generation < d.generation
                        WHERE NOT w.contra AND w.posting_date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)) AS o
                 USING (posting_date, account_id, kind, generation)
           WHERE c.fence IS NOT NULL OR o.status = 'COMPLETED'
          """);

  static final Comparison SNAPSHOTS =
      new Comparison(
          "contra snapshots",
          """
          SELECT format('account %s, generation %s', account_id, generation) AS of, as_of AS date,
                 trim_scale(c.balance)::text AS found,
                 trim_scale(-o.balance)::text AS expected
            FROM (SELECT * FROM balance_snapshot
                   WHERE contra AND as_of BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)) AS c
            FULL JOIN (SELECT w.*, d.status
                         FROM balance_snapshot w JOIN interest_day d ON d.date = w.as_of AND w.generation < d.generation
                        WHERE NOT w.contra AND w.as_of BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)) AS o
                 USING (account_id, as_of, generation)
           WHERE c.fence IS NOT NULL OR o.status = 'COMPLETED'
          """);

  static final Comparison ENTRIES =
      new Comparison(
          "contra entries",
          """
          SELECT format('entry %s, which reverses entry %s', c.entry_id, o.entry_id) AS of, c.booking_date AS date,
                 format('%s on account %s, valued %s, booked %s', trim_scale(c.amount), c.account_id, c.value_date,
                        c.booking_date) AS found,
                 format('%s on account %s, valued %s, booked %s', trim_scale(-o.amount), o.account_id, o.value_date,
                        o.booking_date) AS expected
            FROM account_entry c JOIN account_entry o ON o.entry_id = c.reverses
           WHERE c.source = 'eod-interest' AND c.booking_date BETWEEN (SELECT first FROM asked) AND (SELECT last FROM asked)
          """);

  private ContraComparisons() {}
}
