package io.runledger.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One date of interest with a heap of 512 MiB, and what a bare {@code INSERT ... SELECT} of as many
 * rows takes in the same database. {@code -Drunledger.accounts=1000000} for the figure that counts;
 * nothing is asserted of speed.
 */
class InterestThroughputIT {

  private static final int ACCOUNTS = Integer.getInteger("runledger.accounts", 20_000);

  private final Database database = PostgresServer.shared().newDatabase();
  private @TempDir Path folder;

  @Test
  void any_number_of_accounts_fits_in_half_a_gigabyte() {
    try (CommandLine commands = new CommandLine(folder, database).withJvm("-Xmx512m")) {
      commands.run("generate", "--accounts", "" + ACCOUNTS).exitsWith(0);
      database.jdbc().sql("ANALYZE").update();
      commands.run("run", "eod-interest", "--date", "2026-03-30").exitsWith(0);
    }
    long rows = number("SELECT count(*) FROM interest_accrual");
    assertThat(rows).isGreaterThan(ACCOUNTS / 2);
    database.jdbc().sql("CREATE TABLE bare (LIKE interest_accrual INCLUDING ALL)").update();
    long begun = System.nanoTime();
    database.jdbc().sql("INSERT INTO bare SELECT * FROM interest_accrual").update();
    long bareMillis = (System.nanoTime() - begun) / 1_000_000;
    long runMillis =
        number(
            """
            SELECT (extract(epoch FROM ended_at - started_at) * 1000)::bigint
              FROM runledger.batch_run WHERE job_name = 'eod-interest'
            """);
    System.out.printf(
        "eod-interest over %,d accounts: %,d rows in %,d ms (%,d rows a second);"
            + " steps %s; bare INSERT ... SELECT %,d ms (%,d rows a second); ratio %s%n",
        ACCOUNTS,
        rows,
        runMillis,
        rows * 1000 / runMillis,
        steps(),
        bareMillis,
        rows * 1000 / bareMillis,
        BigDecimal.valueOf(runMillis)
            .divide(BigDecimal.valueOf(bareMillis), 1, RoundingMode.HALF_UP));
  }

  private long number(String sql) {
    return database.jdbc().sql(sql).query(Long.class).single();
  }

  private String steps() {
    return database
        .jdbc()
        .sql(
            """
            SELECT string_agg(step_name || ' ' || (extract(epoch FROM end_time - start_time) * 1000)::bigint
                              || ' ms', ', ' ORDER BY step_execution_id)
              FROM runledger.batch_step_execution
            """)
        .query(String.class)
        .single();
  }
}
