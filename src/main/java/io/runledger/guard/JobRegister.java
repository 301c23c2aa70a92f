package io.runledger.guard;

import io.runledger.guard.RegisteredJob.Hold;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Which jobs the ledger knows, since when, and which of them people hold back. */
public final class JobRegister {

  private final JdbcClient jdbc;
  private final LedgerClock clock;

  /**
   * @param control connections that the application's own work cannot take away
   */
  public JobRegister(DataSource control, LedgerClock clock) {
    this.jdbc = JdbcClient.create(control);
    this.clock = clock;
  }

  /** Keeps that these jobs were seen; those that were before are left as they are. */
  public void register(Collection<String> jobs) {
    jdbc.sql(
            """
            INSERT INTO runledger.batch_job (job_name, since)
            SELECT job, :now FROM unnest(:jobs::text[]) AS job
            ON CONFLICT (job_name) DO NOTHING
            """)
        .param("jobs", jobs.toArray(String[]::new))
        .param("now", now())
        .update();
  }

  /** Every job that was ever registered, by name. One statement. */
  public Map<String, RegisteredJob> all() {
    Map<String, RegisteredJob> jobs = new TreeMap<>();
    jdbc.sql("SELECT * FROM runledger.batch_job")
        .query(JobRegister::job)
        .list()
        .forEach(job -> jobs.put(job.name(), job));
    return jobs;
  }

  /**
   * Holds a job back.
   *
   * @return false if it was on hold already; who said so first is kept
   */
  public boolean hold(String job, String actor, @Nullable String reason) {
    return jdbc.sql(
                """
                UPDATE runledger.batch_job
                   SET held_at = :now, held_by = :actor, held_reason = :reason, released_at = NULL
                 WHERE job_name = :job AND held_at IS NULL
                """)
            .param("now", now())
            .param("actor", actor)
            .param("reason", reason, Types.VARCHAR)
            .param("job", job)
            .update()
        == 1;
  }

  /**
   * Ends a hold.
   *
   * @return false if there was none
   */
  public boolean release(String job) {
    return jdbc.sql(
                """
                UPDATE runledger.batch_job
                   SET held_at = NULL, held_by = NULL, held_reason = NULL, released_at = :now
                 WHERE job_name = :job AND held_at IS NOT NULL
                """)
            .param("now", now())
            .param("job", job)
            .update()
        == 1;
  }

  private OffsetDateTime now() {
    return clock.now().atOffset(ZoneOffset.UTC);
  }

  static RegisteredJob job(ResultSet rs, int row) throws SQLException {
    Instant heldAt = RunReader.instant(rs, "held_at");
    return new RegisteredJob(
        rs.getString("job_name"),
        rs.getObject("since", OffsetDateTime.class).toInstant(),
        heldAt == null
            ? null
            : new Hold(rs.getString("held_by"), heldAt, rs.getString("held_reason")),
        RunReader.instant(rs, "released_at"),
        rs.getString("renamed_to"));
  }
}
