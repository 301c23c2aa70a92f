package io.runledger.guard;

import io.runledger.run.AttemptRecord;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the ledger remembers, for people to read. It writes nothing and takes no lock. */
public final class LedgerHistory {

  private final JdbcClient jdbc;
  private final RunReader reader;

  /**
   * @param control connections that the application's own work cannot take away
   */
  public LedgerHistory(DataSource control) {
    this.jdbc = JdbcClient.create(control);
    this.reader = new RunReader(jdbc);
  }

  /**
   * Runs, the latest batch date first.
   *
   * @param job only this job's; null for those of all jobs
   * @param date only of this batch date; null for all dates
   * @param limit at most so many, at least 1
   */
  public List<Run> latest(@Nullable String job, @Nullable LocalDate date, int limit) {
    return reader.latest(job, date, limit);
  }

  /** The run with this key. */
  public Optional<Run> find(RunKey key) {
    return reader.read(key);
  }

  /**
   * Some of the runs that a filter selects, the latest batch date first.
   *
   * @param limit at most so many, at least 1
   * @param offset how many come before
   */
  public List<Run> page(RunFilter filter, int limit, long offset) {
    return reader.page(filter, limit, offset);
  }

  /** How many runs a filter selects. */
  public long count(RunFilter filter) {
    return reader.count(filter);
  }

  /** The runs of a job, in the order of their dates; {@code to} is the last one. */
  public List<Run> between(String job, LocalDate from, LocalDate to) {
    return reader.between(job, from, to);
  }

  /** All attempts at these runs, by run, first attempt first. One statement for all of them. */
  public List<AttemptRecord> attempts(Collection<RunKey> runs) {
    return jdbc.sql(
            """
            SELECT a.*
              FROM runledger.batch_attempt a
              JOIN unnest(:jobs::text[], :dates::date[], :parts::text[]) AS k (job, date, part)
                ON a.job_name = k.job AND a.batch_date = k.date AND a.part = k.part
             ORDER BY a.job_name, a.batch_date, a.part, a.number
            """)
        .params(KeyArrays.of(runs))
        .query(LedgerHistory::attempt)
        .list();
  }

  private static AttemptRecord attempt(ResultSet rs, int row) throws SQLException {
    OffsetDateTime ended = rs.getObject("ended_at", OffsetDateTime.class);
    return new AttemptRecord(
        RunReader.key(rs),
        rs.getObject("attempt_id", UUID.class),
        rs.getInt("number"),
        rs.getLong("generation"),
        rs.getLong("fence"),
        rs.getString("pod"),
        new Cause(
            Cause.Kind.valueOf(rs.getString("cause")),
            rs.getString("actor"),
            rs.getString("reason")),
        AttemptStatus.valueOf(rs.getString("status")),
        rs.getObject("started_at", OffsetDateTime.class).toInstant(),
        ended == null ? null : ended.toInstant(),
        rs.getString("message"));
  }
}
