package io.runledger.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.jobs.CommandLine.Running;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each date's run is killed at a random chunk and resumed by another process; beside it the same
 * portfolio is run undisturbed. {@code -Drunledger.rounds=20} for more dates.
 */
class InterruptedInterestIT {

  private static final int ROUNDS = Integer.getInteger("runledger.rounds", 3);
  private static final long SEED = Long.getLong("runledger.seed", System.nanoTime());
  private static final int ACCOUNTS = 4_000;
  private static final int CHUNK = 40;

  /** A month's end is among the first, so that postings are interrupted, too. */
  private static final LocalDate FIRST = LocalDate.of(2024, 3, 30);

  private final Database disturbed = PostgresServer.shared().newDatabase();
  private final Database undisturbed = PostgresServer.shared().newDatabase();
  private @TempDir Path folder;

  @Test
  void killed_at_a_random_chunk_and_resumed_elsewhere_nothing_differs_from_an_undisturbed_run() {
    Random random = new Random(SEED);
    try (CommandLine killed = commands(disturbed);
        CommandLine calm = commands(undisturbed)) {
      killed.run("generate", "--accounts", "" + ACCOUNTS, "--seed", "5").exitsWith(0);
      calm.run("generate", "--accounts", "" + ACCOUNTS, "--seed", "5").exitsWith(0);
      for (int round = 0; round < ROUNDS; round++) {
        String date = FIRST.plusDays(round).toString();
        long accrued = killAtRandom(killed, date, random);
        killed.run("run", "eod-interest", "--date", date, "--wait").exitsWith(0);
        assertThat(attempts(date)).as("%s, killed at %d rows", date, accrued).isEqualTo(2);
      }
      String last = FIRST.plusDays(ROUNDS - 1L).toString();
      calm.run(
              "backfill", "eod-interest", "--from", FIRST.toString(), "--to", last, "--reason", "x")
          .exitsWith(0);
      assertThat(rows(disturbed)).as("seed %d", SEED).isEqualTo(rows(undisturbed));
      killed.run("verify").exitsWith(0);
    }
  }

  private CommandLine commands(Database database) {
    return new CommandLine(folder, database)
        .with("runledger.jobs.eod-interest.lease", "2s")
        .with("eod-interest.chunk-size", "" + CHUNK);
  }

  /** SIGKILL as soon as so many rows are there; how many there were. */
  private long killAtRandom(CommandLine commands, String date, Random random) {
    int rows = 1 + random.nextInt(ACCOUNTS / 3);
    Running running = commands.start("run", "eod-interest", "--date", date);
    await()
        .pollInterval(Duration.ofMillis(1))
        .atMost(Duration.ofMinutes(2))
        .until(() -> accrued(date) >= rows || !running.process().isAlive());
    assertThat(running.process().isAlive()).as("it was still at work").isTrue();
    running.process().destroyForcibly();
    running.await();
    return accrued(date);
  }

  private long accrued(String date) {
    return disturbed
        .jdbc()
        .sql("SELECT count(*) FROM interest_accrual WHERE accrual_date = ?::date")
        .param(date)
        .query(Long.class)
        .single();
  }

  private int attempts(String date) {
    return disturbed
        .jdbc()
        .sql("SELECT attempts FROM runledger.batch_run WHERE batch_date = ?::date")
        .param(date)
        .query(Integer.class)
        .single();
  }

  /** What is in the tables, but for who wrote it and when. */
  private static Map<String, String> rows(Database database) {
    Map<String, String> rows = new LinkedHashMap<>();
    Map.of(
            "interest_accrual", "fence",
            "interest_posting", "fence,entry_id",
            "account_entry", "entry_id",
            "balance_snapshot", "fence",
            "reconciliation", "fence",
            "interest_failure", "fence,failed_at,mended_at,mended_fence")
        .forEach(
            (table, withoutColumns) ->
                rows.put(
                    table,
                    database
                        .jdbc()
                        .sql(
                            """
                            SELECT count(*) || ' rows, ' || coalesce(md5(string_agg(row, '|' ORDER BY row)), '')
                              FROM (SELECT (to_jsonb(t) - string_to_array(?, ','))::text AS row FROM %s t) AS rows
                            """
                                .formatted(table))
                        .param(withoutColumns)
                        .query(String.class)
                        .single()));
    return rows;
  }
}
