package io.runledger.jobs.interest;

import io.runledger.operate.Verification.Break;
import io.runledger.operate.Verification.Check;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One thing held against another, in SQL.
 *
 * @param name what is compared
 * @param sql may read the days that the job's runs are for as {@code interest_day (date,
 *     batch_date, status, generation)}, and the days to look at as the one row of {@code asked
 *     (first, last)}; selects {@code of} (text), {@code date}, {@code found} and {@code expected}
 *     (both text, NULL for nothing) of each
 */
record Comparison(String name, String sql) {

  /** As many breaks as a person reads. */
  private static final int SHOWN = 20;

  /**
   * Makes it.
   *
   * @param date the batch date to look at, with all days that its run is for; null for all
   */
  Check make(JdbcClient jdbc, @Nullable LocalDate date) {
    List<Break> breaks = new ArrayList<>();
    long[] counts = new long[2];
    jdbc.sql(
            """
            WITH interest_day AS MATERIALIZED (
                SELECT day::date AS date, batch_date, status, generation
                  FROM runledger.batch_run
                 CROSS JOIN generate_series(covered_from::timestamp, batch_date::timestamp,
                                            interval '1 day') AS day
                 WHERE job_name = '%s' AND part = '' AND status <> 'MISSED'
            ), asked AS MATERIALIZED (
                SELECT coalesce(min(date), :date::date, '-infinity') AS first,
                       coalesce(:date::date, 'infinity') AS last
                  FROM interest_day WHERE batch_date = :date
            ), compared AS MATERIALIZED (
            %s
            )
            SELECT total.compared, total.broken, shown.*
              FROM (SELECT count(*) AS compared,
                           count(*) FILTER (WHERE found IS DISTINCT FROM expected) AS broken
                      FROM compared) AS total
              LEFT JOIN (SELECT * FROM compared WHERE found IS DISTINCT FROM expected
                          ORDER BY date, of LIMIT %d) AS shown ON true
            """
                .formatted(EndOfDayInterest.JOB, sql, SHOWN))
        .param("date", date, java.sql.Types.DATE)
        .query(
            row -> {
              counts[0] = row.getLong("compared");
              counts[1] = row.getLong("broken");
              if (counts[1] > 0) {
                breaks.add(
                    new Break(
                        row.getString("of"),
                        row.getObject("date", LocalDate.class),
                        orNothing(row.getString("found")),
                        orNothing(row.getString("expected"))));
              }
            });
    return new Check(name, counts[0], counts[1], breaks);
  }

  private static String orNothing(@Nullable String value) {
    return value == null ? "nothing" : value;
  }
}
