package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.guard.Guard;
import io.runledger.guard.LiveAttempt;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A pod that is told to go, as by a SIGTERM, in the middle of its work. */
class ShutdownTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** A tasklet that is called once was waited for; resumed, it is not called again. */
  @Test
  void a_pod_that_shuts_down_stops_each_kind_of_step_at_its_next_chunk_and_another_goes_on()
      throws InterruptedException {
    Database database = PostgresServer.shared().newDatabase();
    EffectsTable effects = EffectsTable.create(database);
    Map<KindOfStep, Attempt> attempts = new EnumMap<>(KindOfStep.class);
    try (GuardedApplication leaving = start(database)) {
      leaving.bean(Pause.class).at(8, 28);
      for (KindOfStep kind : KindOfStep.values()) {
        attempts.put(kind, GuardedApplication.attempt(leaving.ask(key(kind))));
      }
      shutDownWhileTheyArePaused(leaving);
    }
    attempts.forEach(
        (kind, attempt) ->
            assertThat(EndedAttempt.read(database, attempt.id()).status())
                .as(kind.job())
                .isEqualTo("STOPPED"));
    assertThat(owners(database)).as("leases that are not released").isEmpty();

    try (GuardedApplication another = start(database)) {
      attempts.forEach((kind, first) -> assertResumed(another, effects, kind, first));
    }
    for (KindOfStep kind : KindOfStep.values()) {
      effects.assertOnceEach(key(kind).toString(), JobsOfEveryKind.ITEMS);
    }
  }

  private static void assertResumed(
      GuardedApplication another, EffectsTable effects, KindOfStep kind, Attempt first) {
    Run stopped = another.ledgerRow(key(kind));
    assertThat(stopped.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(stopped.stoppedByPerson()).isFalse();
    Verdict verdict = another.ask(RunRequest.of(key(kind), Cause.recovery()));
    assertThat(verdict).as(verdict.explanation()).isInstanceOf(Verdict.Resumed.class);
    assertThat(another.awaitEnd(verdict).status()).isEqualTo("COMPLETED");
    List<String> writers = new ArrayList<>();
    writers.add(EffectWriter.signature(first.fence()));
    if (kind != KindOfStep.TASKLET) {
      writers.add(EffectWriter.signature(GuardedApplication.attempt(verdict).fence()));
    }
    assertThat(effects.writers(key(kind).toString())).containsExactlyInAnyOrderElementsOf(writers);
  }

  @Test
  void what_a_person_stopped_is_resumed_by_a_person_only() {
    Database database = PostgresServer.shared().newDatabase();
    EffectsTable effects = EffectsTable.create(database);
    RunKey key = key(KindOfStep.CHUNKS);
    try (GuardedApplication pod = start(database)) {
      Pause pause = pod.bean(Pause.class);
      pause.at(8);
      Attempt attempt = GuardedApplication.attempt(pod.ask(key));
      pause.awaitThreads(1);
      pod.bean(Guard.class)
          .live()
          .byId(attempt.id())
          .orElseThrow()
          .tellToStop(LiveAttempt.Stop.PERSON);
      pause.release();

      assertThat(pod.awaitEnd(attempt).status()).isEqualTo("STOPPED");
      assertThat(pod.ledgerRow(key).stoppedByPerson()).isTrue();
      assertThat(pod.ask(RunRequest.of(key, Cause.recovery()))).isInstanceOf(Verdict.Blocked.class);
      assertThat(pod.run(key).status()).isEqualTo("COMPLETED");
      effects.assertOnceEach(key.toString(), JobsOfEveryKind.ITEMS);
    }
  }

  /** Closes the pod, and lets its threads go on when they have been told to stop. */
  private static void shutDownWhileTheyArePaused(GuardedApplication pod)
      throws InterruptedException {
    Pause pause = pod.bean(Pause.class);
    pause.awaitThreads(Arrays.stream(KindOfStep.values()).mapToInt(KindOfStep::writers).sum());
    List<LiveAttempt> live = new ArrayList<>(pod.bean(Guard.class).live().all());
    Thread closing = new Thread(pod::close, "closing");
    closing.start();
    await()
        .atMost(LIMIT)
        .until(
            () -> live.stream().allMatch(one -> one.toldToStopBy() == LiveAttempt.Stop.SHUTDOWN));
    pause.release();
    closing.join(LIMIT.toMillis());
    assertThat(closing.isAlive()).as("the pod is still closing").isFalse();
  }

  private static Set<String> owners(Database database) {
    return Set.copyOf(
        database
            .jdbc()
            .sql("SELECT name FROM runledger.batch_lock WHERE locked_by IS NOT NULL")
            .query(String.class)
            .list());
  }

  private static RunKey key(KindOfStep kind) {
    return RunKey.of(kind.job(), LocalDate.of(2026, 1, 5));
  }

  private static GuardedApplication start(Database database) {
    List<String> properties = new ArrayList<>(List.of(JobsOfEveryKind.settings()));
    // All kinds are in the middle of a transaction at the same time.
    properties.add("spring.datasource.hikari.maximum-pool-size=30");
    return GuardedApplication.start(
        database, JobsOfEveryKind.class, properties.toArray(String[]::new));
  }
}
