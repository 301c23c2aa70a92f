package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.batch.GuardedApplication;
import io.runledger.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Pods come and go with other jobs and other schedules; what is due stays due, once. */
class DeployTest {

  private static final String NIGHTLY = "runledger.jobs.b.cron=0 30 23 * * ?";

  private final Night night = new Night("2026-03-01T12:00:00Z");

  @AfterEach
  void close() {
    night.close();
  }

  private void awaitRegistered(String job) {
    await()
        .atMost(Night.LIMIT)
        .until(
            () ->
                night
                        .jdbc
                        .sql("SELECT count(*) FROM runledger.batch_job WHERE job_name = ?")
                        .param(job)
                        .query(Long.class)
                        .single()
                    > 0);
  }

  @Test
  @DisplayName("RC-23 a rolling update over the due time loses no run and doubles none")
  void rolling_update() throws Exception {
    int rounds = Integer.getInteger("runledger.rounds", 5);
    long seed = System.nanoTime();
    System.out.println("RC-23: " + rounds + " rounds, seed " + seed);
    Random random = new Random(seed);
    GuardedApplication first = night.pod(List.of("b"), NIGHTLY);
    GuardedApplication second = night.pod(List.of("b"), NIGHTLY);
    awaitRegistered("b");
    for (int round = 1; round <= rounds; round++) {
      Instant due = Instant.parse("2026-03-01T23:30:00Z").plus(Duration.ofDays(round - 1));
      Duration delay = Duration.ofMillis(random.nextInt(2500));
      Thread clock =
          new Thread(
              () -> {
                await().pollDelay(delay).atMost(Night.LIMIT).until(() -> true);
                night.clock.set(due);
              });
      clock.start();
      night.stop(first);
      GuardedApplication third = night.pod(List.of("b"), NIGHTLY);
      night.stop(second);
      clock.join();
      int expected = round;
      await()
          .atMost(Night.LIMIT)
          .until(
              () ->
                  night.ledger("b").size() == expected
                      && night.ledger("b").stream().allMatch(run -> run.endsWith("COMPLETED")));
      first = third;
      second = night.pod(List.of("b"), NIGHTLY);
    }
    assertThat(night.effects()).hasSize(rounds).doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("RC-24 a pod that does not know a job leaves it alone, alive or orphaned")
  void unknown_job() {
    GuardedApplication old = night.pod(List.of("a"), "runledger.jobs.a.cron=0 0 3 1 1 ? 2099");
    GuardedApplication with = night.pod(List.of("a", "b"), NIGHTLY);
    awaitRegistered("b");
    night.clock.set(Instant.parse("2026-03-02T00:00:00Z"));
    night.awaitLedger("b", "2026-03-01 COMPLETED");
    night.stop(with);
    night
        .jdbc
        .sql("UPDATE runledger.batch_run SET status = 'RUNNING' WHERE job_name = 'b'")
        .update();
    night.staysAt("b", "2026-03-01 RUNNING");
    assertThat(old.ledgerRow(Night.run("b", "2026-03-01")).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(night.effects()).containsExactly("b 2026-03-01");
  }

  @Test
  @DisplayName("RC-24 a renamed job inherits nothing unless it says what it was formerly")
  void renamed_job() {
    GuardedApplication pod = night.pod(List.of("b"), NIGHTLY);
    awaitRegistered("b");
    night.clock.set(Instant.parse("2026-03-02T00:00:00Z"));
    night.awaitLedger("b", "2026-03-01 COMPLETED");
    night.stop(pod);

    night.clock.set(Instant.parse("2026-03-03T12:00:00Z"));
    String cron = "runledger.jobs.c.cron=0 30 23 * * ?";
    GuardedApplication renamed = night.pod(List.of("c"), cron);
    awaitRegistered("c");
    night.staysAt("c");
    assertThat(night.ledger("b")).containsExactly("2026-03-01 COMPLETED");
    night.stop(renamed);

    // Said at last: what b has not done yet is c's to do, and nothing else.
    GuardedApplication old = night.pod(List.of("b"), NIGHTLY, "runledger.worker=false");
    night.pod(List.of("c"), cron, "runledger.jobs.c.formerly=b");
    night.awaitLedger("c", "2026-03-01 COMPLETED", "2026-03-02 COMPLETED");
    assertThat(night.ledger("b")).isEmpty();
    assertThat(old.ask(Night.run("b", "2026-03-02")).explanation())
        .isEqualTo("the job is called c now, and its runs with it");
    assertThat(night.effects()).containsExactly("b 2026-03-01", "c 2026-03-02");
  }

  @Test
  @DisplayName("RC-24 what stood half-way under the former name is resumed under the new one")
  void renamed_half_way() {
    GuardedApplication pod = night.pod(List.of("b"), NIGHTLY);
    awaitRegistered("b");
    night.failing.add(Night.run("b", "2026-03-01"));
    night.clock.set(Instant.parse("2026-03-02T00:00:00Z"));
    night.awaitLedger("b", "2026-03-01 FAILED");
    night.stop(pod);
    GuardedApplication renamed =
        night.pod(
            List.of("c"), "runledger.jobs.c.cron=0 30 23 * * ?", "runledger.jobs.c.formerly=b");
    night.awaitLedger("c", "2026-03-01 FAILED");
    assertThat(renamed.run(Night.run("c", "2026-03-01")).number()).isEqualTo(2);
    night.awaitLedger("c", "2026-03-01 COMPLETED");
  }

  @Test
  @DisplayName("RC-25 a deploy that changes or removes a schedule changes what is due from then on")
  void changed_schedule() {
    GuardedApplication first = night.pod(List.of("b"), "runledger.jobs.b.cron=0 0 0 1 1 ? 2099");
    awaitRegistered("b");
    night.stop(first);
    String[] intraday = {"runledger.jobs.b.cron=0/5 * * * * ?", "runledger.jobs.b.part=fire-time"};
    GuardedApplication second = night.pod(List.of("b"), intraday);
    night.clock.set(Instant.parse("2026-03-01T12:00:12Z"));
    night.awaitLedger(
        "b", "2026-03-01/12:00:05+00:00 COMPLETED", "2026-03-01/12:00:10+00:00 COMPLETED");
    night.stop(second);
    night.clock.set(Instant.parse("2026-03-01T12:00:27Z"));
    night.pod(List.of("b"), "runledger.jobs.b.lease=2s");
    night.staysAt(
        "b", "2026-03-01/12:00:05+00:00 COMPLETED", "2026-03-01/12:00:10+00:00 COMPLETED");
  }

  @Test
  @DisplayName("RC-25 downtime over one fire of an unchanged schedule is one run caught up")
  void unchanged_schedule() {
    GuardedApplication pod = night.pod(List.of("b"), NIGHTLY);
    awaitRegistered("b");
    night.stop(pod);
    night.clock.set(Instant.parse("2026-03-02T08:00:00Z"));
    night.pod(List.of("b"), NIGHTLY);
    night.awaitLedger("b", "2026-03-01 COMPLETED");
    night.staysAt("b", "2026-03-01 COMPLETED");
    assertThat(
            night.jdbc.sql("SELECT cause FROM runledger.batch_attempt").query(String.class).list())
        .containsExactly("CATCH_UP");
  }
}
