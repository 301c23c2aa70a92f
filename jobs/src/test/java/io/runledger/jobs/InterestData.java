package io.runledger.jobs;

import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the interest job has written to a database. */
public record InterestData(Database database) {

  static InterestData empty() {
    return new InterestData(PostgresServer.shared().newDatabase());
  }

  /** How many rows of a date are committed. */
  long accrued(String date) {
    return database
        .jdbc()
        .sql("SELECT count(*) FROM interest_accrual WHERE accrual_date = ?::date")
        .param(date)
        .query(Long.class)
        .single();
  }

  /** How many attempts its run took so far. */
  int attempts(String date) {
    return database
        .jdbc()
        .sql("SELECT attempts FROM runledger.batch_run WHERE batch_date = ?::date")
        .param(date)
        .query(Integer.class)
        .single();
  }

  /** What is in the tables, but for who wrote it and when. */
  public Map<String, String> rows() {
    Map<String, String> rows = new LinkedHashMap<>();
    Map.of(
            "interest_accrual", "fence",
            "interest_posting", "fence,entry_id",
            "account_entry", "entry_id,entered_at,reverses",
            "balance_snapshot", "fence",
            "reconciliation", "fence",
            "interest_failure", "fence,failed_at,mended_at,mended_fence")
        .forEach(
            (table, withoutColumns) ->
                rows.put(
                    table,
                    database
                        .jdbc()
                        .sql(
                            """
                            SELECT count(*) || ' rows, ' || coalesce(md5(string_agg(row, '|' ORDER BY row)), '')
                              FROM (SELECT (to_jsonb(t) - string_to_array(?, ','))::text AS row FROM %s t) AS rows
                            """
                                .formatted(table))
                        .param(withoutColumns)
                        .query(String.class)
                        .single()));
    return rows;
  }

  /** How the attempts ended, in their order. */
  List<String> attemptsEnded(String date) {
    return database
        .jdbc()
        .sql(
            """
            SELECT status FROM runledger.batch_attempt
             WHERE job_name = 'eod-interest' AND batch_date = ?::date ORDER BY number
            """)
        .param(date)
        .query(String.class)
        .list();
  }

  /** How many accounts were worked out in chunks that were committed, over all attempts. */
  long workedOut(String date) {
    return database
        .jdbc()
        .sql(
            """
            SELECT sum(s.write_count)
              FROM runledger.batch_step_execution s
              JOIN runledger.batch_job_execution_params p USING (job_execution_id)
             WHERE s.step_name LIKE 'accrue-range:%' AND p.parameter_name = 'batchDate'
               AND p.parameter_value = ?
            """)
        .param(date)
        .query(Long.class)
        .single();
  }

  /** How many accounts a date has to work out. */
  long toWorkOut(String date) {
    return database
        .jdbc()
        .sql(
            """
            SELECT count(*) FROM account
             WHERE interest_in_work(opened_on, closed_on, :date::date, :date::date)
            """)
        .param("date", date)
        .query(Long.class)
        .single();
  }
}
