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
 * @param sql may read the job's runs as {@code interest_run (batch_date, status)}; selects {@code
 *     of} (text), {@code date}, {@code found} and {@code expected} (both text, NULL for nothing) of
 *     each; {@code :date} is the batch date asked for, or NULL for all
 */
record Comparison(String name, String sql) {

  /** As many breaks as a person reads. */
  private static final int SHOWN = 20;

  Check make(JdbcClient jdbc, @Nullable LocalDate date) {
    List<Break> breaks = new ArrayList<>();
    long[] counts = new long[2];
    jdbc.sql(
            """
            WITH interest_run AS (
                SELECT batch_date, status FROM runledger.batch_run WHERE job_name = '%s' AND part = ''
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
