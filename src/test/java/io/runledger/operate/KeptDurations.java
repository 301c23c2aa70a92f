package io.runledger.operate;

import io.runledger.test.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs of a job that took so long, a date each, as the ledger keeps them. */
public final class KeptDurations {

  private final List<Long> millis = new ArrayList<>();

  /** 10,000 runs: P50 8 s, P99 25 s, P99.9 40 s, and P99.99 60 s. */
  public static KeptDurations evenNights() {
    return new KeptDurations()
        .and(5_000, Duration.ofSeconds(8))
        .and(4_900, Duration.ofSeconds(25))
        .and(90, Duration.ofSeconds(40))
        .and(10, Duration.ofSeconds(60));
  }

  /** 10,000 runs: P50 5 s, P99 20 s, P99.9 35 s, and P99.99 120 s. */
  public static KeptDurations nightsWithOutliers() {
    return new KeptDurations()
        .and(5_000, Duration.ofSeconds(5))
        .and(4_900, Duration.ofSeconds(20))
        .and(90, Duration.ofSeconds(35))
        .and(9, Duration.ofMinutes(2))
        .and(1, Duration.ofSeconds(130));
  }

  /** Adds so many runs that took so long. */
  public KeptDurations and(int runs, Duration each) {
    millis.addAll(Collections.nCopies(runs, each.toMillis()));
    return this;
  }

  /** Writes them, each done by its first attempt, into a ledger that has no run of the job. */
  public void keep(Database database, String job) {
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_run (job_name, batch_date, covered_from, status, fence,
                   attempt_id, lock_name, pod, started_at, ended_at)
            SELECT :job, date, date, 'COMPLETED', n, gen_random_uuid(), :job, 'host:boot',
                   date + interval '1 hour', date + interval '1 hour' + millis * interval '1 ms'
              FROM unnest(:millis::bigint[]) WITH ORDINALITY AS took (millis, n),
                   LATERAL (SELECT '2026-03-02'::date - n::int AS date) AS dated
            """)
        .param("job", job)
        .param("millis", millis.toArray(Long[]::new))
        .update();
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_attempt (attempt_id, job_name, batch_date, part, number,
                   generation, fence, pod, cause, status, started_at, ended_at, progressed_at)
            SELECT attempt_id, job_name, batch_date, part, 1, 1, fence, pod, 'SCHEDULE', status,
                   started_at, ended_at, ended_at
              FROM runledger.batch_run WHERE job_name = :job
            """)
        .param("job", job)
        .update();
  }
}
