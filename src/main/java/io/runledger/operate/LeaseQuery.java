package io.runledger.operate;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The leases that somebody has, or had when their pod died. */
public final class LeaseQuery {

  private static final int MOST = 1_000;

  /**
   * One lease. What is said of its attempt is null between its grant and its claim.
   *
   * @param lock the lock name
   * @param attemptId who has it
   * @param fence what was granted with it
   * @param job the run's job
   * @param batchDate the run's batch date
   * @param part the run's part
   * @param attempt the attempt's number
   * @param pod the attempt's pod
   * @param until its deadline, by the database's clock
   * @param lives whether that is still to come
   */
  public record Lease(
      String lock,
      UUID attemptId,
      long fence,
      @Nullable String job,
      @Nullable LocalDate batchDate,
      @Nullable String part,
      @Nullable Integer attempt,
      @Nullable String pod,
      Instant until,
      boolean lives) {}

  private final JdbcClient jdbc;

  /**
   * @param control connections that the application's own work cannot take away
   */
  public LeaseQuery(DataSource control) {
    this.jdbc = JdbcClient.create(control);
  }

  /**
   * By lock name, 1,000 at most.
   *
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public List<Lease> all() {
    return jdbc.sql(
            """
            SELECT k.name, k.locked_by, k.fence, k.locked_until,
                   k.locked_until >= clock_timestamp()
                     AND k.locked_until <= clock_timestamp() + 2 * k.lease AS lives,
                   a.job_name, a.batch_date, a.part, a.number, a.pod
              FROM runledger.batch_lock k
              LEFT JOIN runledger.batch_attempt a ON a.attempt_id = k.locked_by
             WHERE k.locked_by IS NOT NULL
             ORDER BY k.name
             LIMIT :most
            """)
        .param("most", MOST)
        .query(
            (rs, row) ->
                new Lease(
                    rs.getString("name"),
                    rs.getObject("locked_by", UUID.class),
                    rs.getLong("fence"),
                    rs.getString("job_name"),
                    rs.getObject("batch_date", LocalDate.class),
                    rs.getString("part"),
                    rs.getObject("number", Integer.class),
                    rs.getString("pod"),
                    rs.getObject("locked_until", OffsetDateTime.class).toInstant(),
                    rs.getBoolean("lives")))
        .list();
  }
}
