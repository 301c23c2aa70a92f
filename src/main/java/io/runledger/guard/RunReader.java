package io.runledger.guard;

import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the ledger's rows together with what their leases say in the same statement. */
final class RunReader {

  /** A SELECT to which a WHERE can be added; {@code r} is the run. */
  private static final String RUNS =
      """
      SELECT r.*, k.locked_until AS lease_until,
             coalesce(k.locked_until >= clock_timestamp()
                      AND k.locked_until <= clock_timestamp() + 2 * k.lease, false) AS lease_lives
        FROM runledger.batch_run r
        LEFT JOIN runledger.batch_lock k
               ON k.name = r.lock_name AND k.fence = r.fence AND k.locked_by = r.attempt_id
      """;

  /** What a {@link RunFilter} selects. */
  private static final String SELECTED =
      """
       WHERE (:job::text IS NULL OR r.job_name = :job)
         AND (:from::date IS NULL OR r.batch_date >= :from)
         AND (:to::date IS NULL OR r.batch_date <= :to)
         AND (:any OR r.status = ANY (:status))
      """;

  private final JdbcClient jdbc;

  RunReader(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Optional<Run> read(RunKey key) {
    return jdbc.sql(RUNS + " WHERE r.job_name = :job AND r.batch_date = :date AND r.part = :part")
        .param("job", key.job())
        .param("date", key.batchDate())
        .param("part", key.part())
        .query(RunReader::run)
        .optional();
  }

  Optional<Run> ofAttempt(UUID attempt) {
    return jdbc.sql(RUNS + " WHERE r.attempt_id = :attempt")
        .param("attempt", attempt)
        .query(RunReader::run)
        .optional();
  }

  /** Null takes all. */
  List<Run> latest(@Nullable String job, @Nullable LocalDate date, int limit) {
    return jdbc.sql(
            RUNS
                + """
                   WHERE (:job::text IS NULL OR r.job_name = :job)
                     AND (:date::date IS NULL OR r.batch_date = :date)
                   ORDER BY r.batch_date DESC, r.job_name, r.part
                   LIMIT :limit
                  """)
        .param("job", job, Types.VARCHAR)
        .param("date", date, Types.DATE)
        .param("limit", limit)
        .query(RunReader::run)
        .list();
  }

  /** In an order in which no two runs are equal, so that pages neither overlap nor leave gaps. */
  List<Run> page(RunFilter filter, int limit, long offset) {
    return bind(
            jdbc.sql(
                RUNS
                    + SELECTED
                    + " ORDER BY r.batch_date DESC, r.job_name, r.part LIMIT :limit OFFSET :offset"),
            filter)
        .param("limit", limit)
        .param("offset", offset)
        .query(RunReader::run)
        .list();
  }

  long count(RunFilter filter) {
    return bind(jdbc.sql("SELECT count(*) FROM runledger.batch_run r " + SELECTED), filter)
        .query(Long.class)
        .single();
  }

  private static JdbcClient.StatementSpec bind(
      JdbcClient.StatementSpec statement, RunFilter filter) {
    return statement
        .param("job", filter.job(), Types.VARCHAR)
        .param("from", filter.from(), Types.DATE)
        .param("to", filter.to(), Types.DATE)
        .param("any", filter.status().isEmpty())
        .param("status", filter.status().stream().map(RunStatus::name).toArray(String[]::new));
  }

  /** By when their last attempts began: a backfill's old dates are news, too. */
  List<Run> lastStarted(int limit) {
    return jdbc.sql(RUNS + " ORDER BY r.started_at DESC LIMIT :limit")
        .param("limit", limit)
        .query(RunReader::run)
        .list();
  }

  List<Run> waiting(Collection<String> jobs) {
    return jdbc.sql(
            RUNS
                + """
                   WHERE r.job_name = ANY (:jobs)
                     AND (r.status = 'RUNNING'
                          AND NOT coalesce(k.locked_until >= clock_timestamp()
                                AND k.locked_until <= clock_timestamp() + 2 * k.lease, false)
                          OR r.status = 'STOPPED' AND NOT r.stopped_by_person
                          OR r.status = 'REOPENED' AND NOT EXISTS (
                               SELECT 1 FROM runledger.batch_run e
                                WHERE e.job_name = r.job_name AND e.part = r.part
                                  AND e.batch_date < r.batch_date
                                  AND e.status IN ('RUNNING', 'REOPENED')))
                   ORDER BY r.batch_date, r.job_name, r.part
                  """)
        .param("jobs", jobs.toArray(String[]::new))
        .query(RunReader::run)
        .list();
  }

  /** One that kills its pods is not among them. */
  List<FailedRun> failed(Collection<String> jobs) {
    return jdbc.sql(
            """
            SELECT r.*, NULL::timestamptz AS lease_until, false AS lease_lives,
                   (SELECT count(*) FROM runledger.batch_attempt a
                     WHERE a.job_name = r.job_name AND a.batch_date = r.batch_date
                       AND a.part = r.part AND a.generation = r.generation
                       AND a.status = 'FAILED') AS failures
              FROM runledger.batch_run r
             WHERE r.job_name = ANY (:jobs) AND r.status = 'FAILED'
               AND r.message IS DISTINCT FROM :poisoned
             ORDER BY r.batch_date, r.job_name, r.part
            """)
        .param("jobs", jobs.toArray(String[]::new))
        .param("poisoned", AttemptEnd.poisoned().message())
        .query((rs, row) -> new FailedRun(run(rs, row), rs.getInt("failures")))
        .list();
  }

  List<Run> between(String job, LocalDate from, LocalDate to) {
    return jdbc.sql(
            RUNS
                + """
                   WHERE r.job_name = :job AND r.batch_date BETWEEN :from AND :to
                   ORDER BY r.batch_date, r.part
                  """)
        .param("job", job)
        .param("from", from)
        .param("to", to)
        .query(RunReader::run)
        .list();
  }

  List<Run> standingOn(Reopening.Scope scope) {
    return jdbc.sql(
            RUNS
                + """
                   WHERE r.status NOT IN ('MISSED', 'REOPENED')
                     AND (:later AND r.job_name = :job AND r.batch_date > :date
                            AND (:anyPart OR r.part = :part)
                          OR :later AND :anyPart AND r.job_name = :job AND r.batch_date = :date
                            AND r.part > :part
                          OR r.job_name = ANY (:downstream)
                            AND (r.batch_date = :date OR :later AND r.batch_date > :date))
                   ORDER BY r.batch_date, array_position(:downstream, r.job_name) NULLS FIRST, r.part
                  """)
        .param("later", scope.laterDates())
        .param("anyPart", scope.anyPart())
        .param("job", scope.key().job())
        .param("date", scope.key().batchDate())
        .param("part", scope.key().part())
        .param("downstream", scope.downstream().toArray(String[]::new))
        .query(RunReader::run)
        .list();
  }

  static RunKey key(ResultSet rs) throws SQLException {
    return new RunKey(
        rs.getString("job_name"),
        rs.getObject("batch_date", LocalDate.class),
        rs.getString("part"));
  }

  static Run run(ResultSet rs, int row) throws SQLException {
    return new Run(
        key(rs),
        RunStatus.valueOf(rs.getString("status")),
        rs.getBoolean("stopped_by_person"),
        rs.getInt("attempts"),
        rs.getLong("generation"),
        rs.getLong("fence"),
        rs.getObject("attempt_id", UUID.class),
        rs.getString("lock_name"),
        rs.getString("pod"),
        rs.getObject("started_at", OffsetDateTime.class).toInstant(),
        instant(rs, "ended_at"),
        rs.getString("message"),
        instant(rs, "lease_until"),
        rs.getBoolean("lease_lives"),
        rs.getObject("attempt_id").equals(rs.getObject("stop_attempt"))
            ? rs.getString("stop_actor")
            : null);
  }

  static @Nullable Instant instant(ResultSet rs, String column) throws SQLException {
    OffsetDateTime time = rs.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
