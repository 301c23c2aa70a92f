package io.runledger.guard;

import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What became of runs that a schedule says should exist, looked up by their keys. */
public final class Standings {

  /**
   * What stands of a run that should exist.
   *
   * @param status what became of it; null if it was never claimed
   * @param coveredBy a later run that is for its days, too, since the calendar was another one
   *     then; null if there is none
   * @param isAtWork whether it is RUNNING and its lease lives
   */
  public record Standing(@Nullable RunStatus status, @Nullable RunKey coveredBy, boolean isAtWork) {

    /** Whether nothing is to be done any more. */
    public boolean isOver() {
      return status == RunStatus.COMPLETED || status == RunStatus.MISSED || isCovered();
    }

    /** Whether it has no run of its own, and needs none. */
    public boolean isCovered() {
      return status == null && coveredBy != null;
    }

    /** Whether nobody ever claimed it, and its days are in no other run. */
    public boolean isAbsent() {
      return status == null && coveredBy == null;
    }
  }

  private final JdbcClient jdbc;

  /**
   * @param control connections that the application's own work cannot take away
   */
  public Standings(DataSource control) {
    this(JdbcClient.create(control));
  }

  Standings(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** One statement, whose work grows with the keys and not with the ledger. */
  public Map<RunKey, Standing> of(Collection<RunKey> keys) {
    Map<RunKey, Standing> found = new HashMap<>();
    if (keys.isEmpty()) {
      return found;
    }
    jdbc.sql(
            """
            SELECT k.job AS job_name, k.date AS batch_date, k.part, r.status,
                   later.batch_date AS covered_by,
                   r.status = 'RUNNING' AND lock.locked_until >= clock_timestamp()
                     AND lock.locked_until <= clock_timestamp() + 2 * lock.lease AS at_work
              FROM unnest(:jobs::text[], :dates::date[], :parts::text[]) AS k (job, date, part)
              LEFT JOIN runledger.batch_run r
                     ON r.job_name = k.job AND r.batch_date = k.date AND r.part = k.part
              LEFT JOIN runledger.batch_lock lock
                     ON lock.name = r.lock_name AND lock.fence = r.fence
                        AND lock.locked_by = r.attempt_id
              LEFT JOIN LATERAL (
                     SELECT l.batch_date, l.covered_from FROM runledger.batch_run l
                      WHERE (r.job_name IS NULL OR r.status = 'MISSED') AND l.job_name = k.job AND l.part = k.part
                        AND l.batch_date > k.date AND l.status <> 'MISSED'
                      ORDER BY l.batch_date LIMIT 1) AS later ON later.covered_from <= k.date
            """)
        .params(KeyArrays.of(keys))
        .query(
            rs -> {
              RunKey key = RunReader.key(rs);
              String status = rs.getString("status");
              LocalDate by = rs.getObject("covered_by", LocalDate.class);
              found.put(
                  key,
                  new Standing(
                      status == null ? null : RunStatus.valueOf(status),
                      by == null ? null : new RunKey(key.job(), by, key.part()),
                      rs.getBoolean("at_work")));
            });
    return found;
  }
}
