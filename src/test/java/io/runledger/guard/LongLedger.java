package io.runledger.guard;

import io.runledger.test.Database;
import java.time.LocalDate;
import java.util.List;

/** A ledger that has been kept for long. */
public final class LongLedger {

  private LongLedger() {}

  /**
   * Fills an empty ledger with COMPLETED runs, a date each day back from the last, but for two: of
   * the second job the oldest one has lost its pod, of the third the oldest one failed.
   *
   * @param runs how many, a multiple of the number of jobs
   */
  public static void fill(Database database, List<String> jobs, LocalDate last, int runs) {
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_run (job_name, batch_date, covered_from, status, fence,
                   attempt_id, lock_name, pod, started_at, ended_at)
            SELECT job, date, date, 'COMPLETED', nextval('runledger.batch_fence'),
                   gen_random_uuid(), job, 'host:boot', date, date + interval '1 hour'
              FROM generate_series(0, :dates - 1) AS day,
                   unnest(:jobs::text[]) AS job,
                   LATERAL (SELECT :last::date - day AS date) AS dated
             ORDER BY date, job
            """)
        .param("dates", runs / jobs.size())
        .param("jobs", jobs.toArray(String[]::new))
        .param("last", last.toString())
        .update();
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_attempt (attempt_id, job_name, batch_date, part, number,
                   generation, fence, pod, cause, status, started_at, ended_at)
            SELECT attempt_id, job_name, batch_date, part, 1, 1, fence, pod, 'SCHEDULE', status,
                   started_at, ended_at
              FROM runledger.batch_run
            """)
        .update();
    open(database, jobs.get(1), "RUNNING");
    open(database, jobs.get(2), "FAILED");
    database.jdbc().sql("ANALYZE runledger.batch_run").update();
    database.jdbc().sql("ANALYZE runledger.batch_attempt").update();
  }

  private static void open(Database database, String job, String status) {
    database
        .jdbc()
        .sql(
            """
            UPDATE runledger.batch_run SET status = :status
             WHERE job_name = :job
               AND batch_date = (SELECT min(batch_date) FROM runledger.batch_run
                                  WHERE job_name = :job)
            """)
        .param("status", status)
        .param("job", job)
        .update();
  }
}
