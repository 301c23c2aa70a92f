package io.runledger.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.jobs.CommandLine.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
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

  private final InterestData disturbed = InterestData.empty();
  private final InterestData undisturbed = InterestData.empty();
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
        assertThat(disturbed.attempts(date))
            .as("%s, killed at %d rows", date, accrued)
            .isEqualTo(2);
      }
      String last = FIRST.plusDays(ROUNDS - 1L).toString();
      calm.run(
              "backfill", "eod-interest", "--from", FIRST.toString(), "--to", last, "--reason", "x")
          .exitsWith(0);
      assertThat(disturbed.rows()).as("seed %d", SEED).isEqualTo(undisturbed.rows());
      killed.run("verify").exitsWith(0);
    }
  }

  private CommandLine commands(InterestData data) {
    return new CommandLine(folder, data.database())
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
        .until(() -> disturbed.accrued(date) >= rows || !running.process().isAlive());
    assertThat(running.process().isAlive()).as("it was still at work").isTrue();
    running.process().destroyForcibly();
    running.await();
    return disturbed.accrued(date);
  }
}
