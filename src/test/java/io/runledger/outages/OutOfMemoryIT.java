package io.runledger.outages;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.batch.EndedAttempt;
import io.runledger.batch.GuardedApplication;
import io.runledger.run.Cause;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.ChildPod;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Pods of 64 MB whose job wants more. */
class OutOfMemoryIT {

  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final Database database = PostgresServer.shared().newDatabase();
  private final EffectsTable effects = EffectsTable.create(database);

  @Test
  @DisplayName(
      "RC-12 a run out of memory ends FAILED, its pod runs others, and a larger one reruns")
  void survived() {
    try (ChildPod small = start()) {
      small.awaitLine("end greedy FAILED"::equals, LIMIT);
      small.awaitLine("end small COMPLETED"::equals, LIMIT);
      assertThat(statuses()).containsExactly("greedy FAILED", "small COMPLETED");
    }
    rerun(Cause.person("ann", "more memory"), "FAILED");
  }

  @Test
  @DisplayName("RC-12 a pod that exits when it is out of memory loses its run to one with more")
  void exited() {
    try (ChildPod small = start("-XX:+ExitOnOutOfMemoryError")) {
      assertThat(small.awaitExit(LIMIT)).isEqualTo(3);
    }
    rerun(Cause.recovery(), "LOST");
    assertThat(statuses()).containsExactly("greedy COMPLETED");
  }

  /** By a pod with the memory of this JVM, and by a person or a recovery round. */
  private void rerun(Cause cause, String before) {
    try (GuardedApplication large =
        GuardedApplication.start(
            database,
            GreedyPod.class,
            "greedy.hungry=false",
            "runledger.lease=2s",
            "runledger.jobs.greedy.effects=ledger",
            "runledger.jobs.small.effects=ledger")) {
      Verdict verdict =
          Awaitility.await("the run is granted")
              .atMost(LIMIT)
              .until(
                  () -> large.ask(RunRequest.of(GreedyPod.GREEDY, cause)),
                  Verdict.Resumed.class::isInstance);
      EndedAttempt second = large.awaitEnd(verdict);
      assertThat(second.number()).isEqualTo(2);
      assertThat(second.status()).isEqualTo("COMPLETED");
      assertThat(attempts()).containsExactly(before, "COMPLETED");
      effects.assertOnceEach(GreedyPod.GREEDY.toString(), GreedyPod.ITEMS);
    }
  }

  private ChildPod start(String... options) {
    ChildPod.Builder pod = ChildPod.of(GreedyPod.class).jvmOptions("-Xmx64m").jvmOptions(options);
    Map.of(
            "spring.datasource.url", database.jdbcUrl(),
            "spring.datasource.username", database.user(),
            "spring.datasource.password", database.password(),
            "spring.main.web-application-type", "none",
            "spring.flyway.enabled", "false",
            "greedy.hungry", "true",
            "runledger.lease", "2s",
            "runledger.jobs.greedy.effects", "ledger",
            "runledger.jobs.small.effects", "ledger")
        .forEach(pod::property);
    return pod.start();
  }

  private List<String> statuses() {
    return database
        .jdbc()
        .sql("SELECT job_name || ' ' || status FROM runledger.batch_run ORDER BY 1")
        .query(String.class)
        .list();
  }

  private List<String> attempts() {
    return database
        .jdbc()
        .sql("SELECT status FROM runledger.batch_attempt WHERE job_name = 'greedy' ORDER BY fence")
        .query(String.class)
        .list();
  }
}
