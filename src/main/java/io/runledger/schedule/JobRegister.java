package io.runledger.schedule;

import java.time.Instant;
import java.time.OffsetDateTime;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Since when each job is known to the ledger: what was due before is nobody's to catch up. */
public final class JobRegister {

  private final JdbcClient jdbc;

  /**
   * @param control connections that the application's own work cannot take away
   */
  public JobRegister(DataSource control) {
    this.jdbc = JdbcClient.create(control);
  }

  /**
   * When the job was first seen, by the database's clock; now, if it is seen for the first time.
   */
  Instant since(String job) {
    jdbc.sql(
            """
            INSERT INTO runledger.batch_job (job_name) VALUES (:job)
            ON CONFLICT (job_name) DO NOTHING
            """)
        .param("job", job)
        .update();
    return jdbc.sql("SELECT since FROM runledger.batch_job WHERE job_name = :job")
        .param("job", job)
        .query(OffsetDateTime.class)
        .single()
        .toInstant();
  }

  /** The database's clock: a pod's own decides nothing. */
  Instant now() {
    return jdbc.sql("SELECT clock_timestamp()").query(OffsetDateTime.class).single().toInstant();
  }
}
