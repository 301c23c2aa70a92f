package io.runledger.operate;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How long the ledger says that a job's runs took. It writes nothing and takes no lock. */
public final class DurationQuery {

  /** Ten times what the rarest percentile takes; it bounds the statement, and forgets slowly. */
  private static final int MOST = 100_000;

  private final JdbcClient jdbc;

  /**
   * @param control connections that the application's own work cannot take away
   */
  public DurationQuery(DataSource control) {
    this.jdbc = JdbcClient.create(control);
  }

  /**
   * Of the 100,000 latest batch dates and parts that were completed. One statement, which reads
   * that many of the job's attempts: for a person who asks, not for a round.
   *
   * <p>An attempt did all of its run if no earlier one of the same generation had committed what a
   * restart does not do again. The percentiles are {@code percentile_disc}'s, durations that a run
   * really took: between two runs far out there is nothing, and {@code percentile_cont} would
   * invent it.
   *
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public RunDurations of(String job) {
    return jdbc.sql(
            """
            SELECT count(*) FILTER (WHERE whole) AS runs,
                   count(*) FILTER (WHERE NOT whole) AS resumed,
                   percentile_disc(ARRAY[0.5, 0.99, 0.999, 0.9999]) WITHIN GROUP (ORDER BY millis)
                     FILTER (WHERE whole) AS percentiles,
                   max(millis) FILTER (WHERE whole) AS longest
              FROM (SELECT ceil(extract(epoch FROM a.ended_at - a.started_at) * 1000)::bigint AS millis,
                           a.number = 1 OR NOT EXISTS (
                             SELECT 1 FROM runledger.batch_attempt e
                              WHERE e.job_name = a.job_name AND e.batch_date = a.batch_date
                                AND e.part = a.part AND e.generation = a.generation
                                AND e.number < a.number AND e.progressed_at IS NOT NULL) AS whole
                      FROM runledger.batch_attempt a
                     WHERE a.job_name = :job AND a.status = 'COMPLETED'
                       AND a.ended_at >= a.started_at   -- unless the server's clock was set back
                     ORDER BY a.batch_date DESC, a.part DESC, a.number DESC
                     LIMIT :most) AS completed
            """)
        .param("job", job)
        .param("most", MOST)
        .query(DurationQuery::durations)
        .single();
  }

  private static RunDurations durations(ResultSet rs, int row) throws SQLException {
    long runs = rs.getLong("runs");
    return new RunDurations(
        runs,
        rs.getLong("resumed"),
        percentiles(runs, rs.getArray("percentiles")),
        runs == 0 ? null : Duration.ofMillis(rs.getLong("longest")));
  }

  private static Map<Percentile, Duration> percentiles(long runs, @Nullable Array found)
      throws SQLException {
    Map<Percentile, Duration> carried = new EnumMap<>(Percentile.class);
    if (found == null) {
      return carried;
    }
    Long[] millis = (Long[]) found.getArray();
    Percentile[] asked = Percentile.values();
    for (int i = 0; i < asked.length; i++) {
      if (asked[i].runs() <= runs) {
        carried.put(asked[i], Duration.ofMillis(millis[i]));
      }
    }
    return carried;
  }
}
