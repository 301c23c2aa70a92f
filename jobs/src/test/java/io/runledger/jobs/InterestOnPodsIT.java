package io.runledger.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.test.ChildPod;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pod stands by while the owner of each date's run is killed, or frozen beyond its lease and
 * woken. {@code -Drunledger.kills=30 -Drunledger.freezes=20 -Drunledger.accounts=100000} for the
 * long hunt; with {@code -Drunledger.lease=5s} on a machine that is busy otherwise.
 */
class InterestOnPodsIT {

  private static final int KILLS = Integer.getInteger("runledger.kills", 2);
  private static final int FREEZES = Integer.getInteger("runledger.freezes", 1);
  private static final int ACCOUNTS = Integer.getInteger("runledger.accounts", 4_000);
  private static final long SEED = Long.getLong("runledger.seed", System.nanoTime());
  private static final String LEASE = System.getProperty("runledger.lease", "2s");
  private static final int CHUNKS = 50;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final LocalDate FIRST = LocalDate.of(2024, 3, 30);

  private final Random random = new Random(SEED);
  private final InterestData disturbed = InterestData.empty();
  private final InterestData undisturbed = InterestData.empty();
  private final List<Long> millisToNextChunk = new ArrayList<>();
  private @TempDir Path folder;

  @Test
  void whatever_becomes_of_the_owner_another_pod_goes_on_and_nothing_differs() {
    try (CommandLine commands = commands(disturbed);
        CommandLine calm = commands(undisturbed)) {
      commands.run("generate", "--accounts", "" + ACCOUNTS, "--seed", "5").exitsWith(0);
      calm.run("generate", "--accounts", "" + ACCOUNTS, "--seed", "5").exitsWith(0);
      try (ChildPod standby = pod("serve", "--server.port=0")) {
        standby.awaitLine("Started RunledgerJobs", LIMIT);
        for (int round = 0; round < KILLS + FREEZES; round++) {
          String date = FIRST.plusDays(round).toString();
          if (round < KILLS) {
            kill(date);
          } else {
            freeze(date);
          }
          assertThat(disturbed.attemptsEnded(date))
              .as("%s", date)
              .containsExactly("LOST", "COMPLETED");
          assertThat(disturbed.workedOut(date))
              .as("%s: no account is worked out twice but in a chunk that was not committed", date)
              .isEqualTo(disturbed.toWorkOut(date));
        }
      }
      String last = FIRST.plusDays(KILLS + FREEZES - 1L).toString();
      calm.run(
              "backfill", "eod-interest", "--from", FIRST.toString(), "--to", last, "--reason", "x")
          .exitsWith(0);
      assertThat(disturbed.rows()).as("seed %d", SEED).isEqualTo(undisturbed.rows());
      commands.run("verify").exitsWith(0);
    }
    Collections.sort(millisToNextChunk);
    System.out.printf(
        "From death to the first new chunk, lease %s, a round each second, %d accounts: %s ms%n",
        LEASE, ACCOUNTS, millisToNextChunk);
  }

  private void kill(String date) {
    try (ChildPod owner = atWork(date)) {
      owner.kill();
      long died = System.nanoTime();
      awaitNextChunk(date);
      millisToNextChunk.add((System.nanoTime() - died) / 1_000_000);
      awaitCompleted(date);
    }
  }

  private void freeze(String date) {
    try (ChildPod owner = atWork(date)) {
      owner.freeze();
      awaitCompleted(date);
      owner.thaw();
      assertThat(owner.awaitExit(LIMIT)).as("it finds the date complete").isZero();
    }
  }

  /** A process of its own that has committed some random part of the date. */
  private ChildPod atWork(String date) {
    int rows = 1 + random.nextInt(ACCOUNTS / 3);
    ChildPod owner = pod("run", "eod-interest", "--date", date);
    await()
        .pollInterval(Duration.ofMillis(1))
        .atMost(LIMIT)
        .until(() -> disturbed.accrued(date) >= rows || !owner.isAlive());
    assertThat(owner.isAlive()).as("it is still at work: %s", owner.lines()).isTrue();
    return owner;
  }

  private void awaitNextChunk(String date) {
    long before = disturbed.accrued(date);
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(LIMIT)
        .until(() -> disturbed.accrued(date) > before);
  }

  private void awaitCompleted(String date) {
    await()
        .atMost(LIMIT)
        .until(() -> disturbed.attemptsEnded(date).equals(List.of("LOST", "COMPLETED")));
  }

  private ChildPod pod(String... arguments) {
    ChildPod.Builder pod = UnpackedJar.pod().directory(Path.of(".."));
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--spring.datasource.url=" + disturbed.database().jdbcUrl());
    all.add("--spring.datasource.username=" + disturbed.database().user());
    all.add("--spring.datasource.password=" + disturbed.database().password());
    all.add("--runledger.reconcile-every=1s");
    // Its dates are due, and none falls due meanwhile.
    all.add("--runledger.jobs.eod-interest.cron=0 0 0 * * ? 2024");
    all.add("--runledger.jobs.eod-interest.lease=" + LEASE);
    all.add("--eod-interest.chunk-size=" + Math.max(1, ACCOUNTS / CHUNKS));
    return pod.arguments(all.toArray(String[]::new)).start();
  }

  private CommandLine commands(InterestData data) {
    return new CommandLine(folder, data.database())
        .with("runledger.jobs.eod-interest.lease", LEASE)
        .with("eod-interest.chunk-size", "" + Math.max(1, ACCOUNTS / CHUNKS));
  }
}
