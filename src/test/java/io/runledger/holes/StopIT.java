package io.runledger.holes;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.operate.Audit;
import io.runledger.operate.ManualRequest;
import io.runledger.operate.ManualRuns;
import io.runledger.operate.ManualStops;
import io.runledger.operate.Outcome;
import io.runledger.operate.Patience;
import io.runledger.operate.Person;
import io.runledger.operate.StopAnswer;
import io.runledger.operate.Watcher;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that a person stops, from the pod that has them and from another. */
class StopIT {

  private static final RunKey COPY = RunKey.of("copy", HolesPod.DATE);
  private static final Person ANN = new Person("ann", "wrong rates");

  private final Stage stage = new Stage();

  @AfterEach
  void leaveNothingBehind() {
    stage.close();
  }

  @ParameterizedTest(name = "RC-20 (b): a stop on the owning pod, round {0}")
  @MethodSource("rounds")
  void from_the_owning_pod(int round) {
    LocalPod owner = slow().working().start();
    stopsAndIsResumedByHand(owner, owner);
  }

  @ParameterizedTest(name = "RC-20 (c): a stop on another pod, round {0}")
  @MethodSource("rounds")
  void from_another_pod(int round) {
    LocalPod owner = slow().start();
    stopsAndIsResumedByHand(owner, stage.pod().thousandItems().working().start());
  }

  private void stopsAndIsResumedByHand(LocalPod owner, LocalPod asked) {
    Verdict granted = owner.ask("copy", Cause.person("bob", null));
    stage.awaitEffects("copy", 100);
    pauseUpTo(Duration.ofSeconds(1));

    assertThat(stop(asked).word()).isEqualTo(StopAnswer.Word.STOPPING);
    assertThat(owner.awaitEnd(granted)).isEqualTo(AttemptStatus.STOPPED);

    assertThat(stage.run("copy").orElseThrow())
        .isEqualTo(new Stage.Row("STOPPED", true, "stopped by ann: wrong rates"));
    assertThat(stage.stepStates("load")).containsExactly("STOPPED");
    assertThat(stage.openExecutions()).isZero();
    long soFar = stage.effects().count("copy");
    assertThat(soFar % 100).as("whole chunks").isZero();
    assertThat(soFar).isBetween(100L, 900L);
    assertThat(stop(asked).word()).as("again").isEqualTo(StopAnswer.Word.STOPPED);
    // Some rounds of a worker later nobody has resumed it.
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .pollDelay(Stage.ROUND.multipliedBy(3))
        .until(() -> stage.run("copy").orElseThrow().status().equals("STOPPED"));

    LocalPod quick = stage.pod().thousandItems().start();
    assertThat(quick.awaitEnd(quick.ask("copy", Cause.person("bob", null))))
        .isEqualTo(AttemptStatus.COMPLETED);
    stage.effects().assertOnceEach("copy", 1000);
    assertThat(stage.attempts("copy")).containsExactly("STOPPED", "COMPLETED");
    assertThat(stage.unknown()).isZero();
    assertThat(stop(asked).word()).isEqualTo(StopAnswer.Word.ALREADY_COMPLETED);
  }

  @Test
  @DisplayName("RC-20: a stop whose owner dies before it sees it is carried out by who takes over")
  void of_a_dead_owner() {
    RemotePod owner = stage.pod().thousandItems().pausingAt("write 5").startApartFor("copy");
    LocalPod worker = stage.pod().thousandItems().working().start();
    owner.awaitPoint("write 5");
    owner.isKilled();
    assertThat(stop(worker).word()).isEqualTo(StopAnswer.Word.STOPPING);

    stage.awaitRun("copy", "STOPPED");
    assertThat(stage.run("copy").orElseThrow())
        .isEqualTo(new Stage.Row("STOPPED", true, "stopped by ann: wrong rates"));
    assertThat(stage.attempts("copy")).containsExactly("LOST", "STOPPED");
    assertThat(stage.effects().count("copy")).isEqualTo(400);
    assertThat(stage.openExecutions()).as("what the dead one left is closed").isZero();

    assertThat(worker.awaitEnd(worker.ask("copy", Cause.person("bob", null))))
        .isEqualTo(AttemptStatus.COMPLETED);
    stage.effects().assertOnceEach("copy", 1000);
  }

  @Test
  @DisplayName("RC-20: who waits for a run hears that it was stopped, and does not resume it")
  void of_a_run_that_somebody_waits_for() {
    RemotePod owner = stage.pod().thousandItems().pausingAt("write 5").startApartFor("copy");
    LocalPod waiting = stage.pod().thousandItems().start();
    owner.awaitPoint("write 5");
    ManualRequest request =
        new ManualRequest(COPY, Audit.Action.RUN, new Person("bob", null), Map.of());
    Listener listener = new Listener();
    CompletableFuture<Outcome> outcome =
        CompletableFuture.supplyAsync(
            () -> waiting.bean(ManualRuns.class).ask(request, Patience.ANY, listener));
    assertThat(listener.first.join().word()).isEqualTo("ALREADY_RUNNING");
    stop(waiting);
    owner.isKilled();

    assertThat(outcome.join().status()).isEqualTo(RunStatus.STOPPED);
    assertThat(outcome.join().message()).isEqualTo("stopped by ann: wrong rates");
    assertThat(stage.attempts("copy")).containsExactly("LOST", "STOPPED");
    assertThat(stage.effects().count("copy")).isEqualTo(400);
  }

  /** Hears the first answer. */
  private static final class Listener implements Watcher {
    final CompletableFuture<Verdict> first = new CompletableFuture<>();

    @Override
    public void answered(Verdict verdict) {
      first.complete(verdict);
    }

    @Override
    public void ended(Outcome outcome) {}
  }

  @Test
  @DisplayName("RC-20: a stop after the owner's death closes the run at once, without a worker")
  void after_the_death_of_the_owner() {
    RemotePod owner = stage.pod().thousandItems().pausingAt("write 5").startApartFor("copy");
    LocalPod bystander = stage.pod().thousandItems().start();
    owner.isKilledAt("write 5");
    stage.awaitDeadLease("copy");

    assertThat(bystander.bean(ManualStops.class).askAndWait(COPY, ANN).word())
        .isEqualTo(StopAnswer.Word.STOPPED);

    assertThat(stage.attempts("copy")).containsExactly("LOST", "STOPPED");
    assertThat(stage.run("copy").orElseThrow().stoppedByPerson()).isTrue();
  }

  @Test
  void a_run_that_was_complete_when_its_pod_died_is_completed_and_not_stopped() {
    RemotePod owner = stage.pod().pausingAt("finish").startApartFor("copy");
    LocalPod worker = stage.pod().working().start();
    owner.awaitPoint("finish");
    owner.isKilled();
    StopAnswer unused = stop(worker);

    stage.awaitRun("copy", "COMPLETED");
    assertThat(stage.run("copy").orElseThrow().stoppedByPerson()).isFalse();
    stage.effects().assertOnceEach("copy", 50);
  }

  private static StopAnswer stop(LocalPod pod) {
    return pod.bean(ManualStops.class).ask(COPY, ANN);
  }

  /** Ten chunks that take longer than the longest look of the owner. */
  private Stage.Setting slow() {
    return stage.pod().thousandItems().with("holes.work", "400ms");
  }

  /** Thirty with {@code -Drunledger.rounds=30}. */
  static IntStream rounds() {
    return IntStream.rangeClosed(1, Integer.getInteger("runledger.rounds", 3));
  }

  private static void pauseUpTo(Duration longest) {
    Duration pause =
        Duration.ofMillis(ThreadLocalRandom.current().nextLong(longest.toMillis()) + 1);
    Awaitility.await().atMost(Duration.ofMinutes(1)).pollDelay(pause).until(() -> true);
  }
}
