package io.runledger.holes;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pods that get a SIGTERM, or are closed, in the middle of a run. */
class LeavingPodIT {

  private final Stage stage = new Stage();

  @AfterEach
  void leaveNothingBehind() {
    stage.close();
  }

  @ParameterizedTest(name = "RC-20 (a): a SIGTERM stops between two chunks, round {0}")
  @MethodSource("rounds")
  void a_sigterm_at_any_moment(int round) {
    RemotePod leaving =
        stage.pod().thousandItems().with("holes.work", "200ms").startApartFor("copy");
    stage.awaitEffects("copy", 100);
    pauseUpTo(Duration.ofSeconds(1));
    leaving.isToldToEnd();
    leaving.awaitExit();

    Stage.Row stopped = stage.run("copy").orElseThrow();
    assertThat(stopped.status()).isEqualTo("STOPPED");
    assertThat(stopped.stoppedByPerson()).isFalse();
    assertThat(stage.stepStates("load")).containsExactly("STOPPED");
    assertThat(stage.openExecutions()).isZero();
    assertThat(stage.effects().count("copy") % 100).as("whole chunks").isZero();
    assertThat(stage.leaseIsHeld("copy")).isFalse();

    LocalPod next = stage.pod().thousandItems().start();
    assertThat(next.takesOver("copy")).isEqualTo(AttemptStatus.COMPLETED);
    stage.effects().assertOnceEach("copy", 1000);
    assertThat(stage.unknown()).isZero();
  }

  @Test
  @DisplayName(
      "RC-20 (a): a SIGTERM in the middle of a chunk lets the chunk in, and the next round resumes")
  void a_sigterm_in_a_chunk() {
    LocalPod other = stage.pod().thousandItems().working().start();
    RemotePod leaving = stage.pod().thousandItems().pausingAt("write 5").startApartFor("copy");
    leaving.awaitPoint("write 5");
    leaving.isToldToEnd();
    leaving.awaitLeaving();
    assertThat(other.ask("copy", Cause.person("ann", null)).word()).isEqualTo("ALREADY_RUNNING");
    leaving.goesOn();
    leaving.awaitExit();

    stage.awaitRun("copy", "COMPLETED");
    assertThat(stage.attempts("copy")).containsExactly("STOPPED", "COMPLETED");
    assertThat(stage.writeCounts("load")).containsExactly(500L, 500L);
    stage.effects().assertOnceEach("copy", 1000);
  }

  @Test
  @DisplayName(
      "RC-21: a pod that leaves renews its lease until its last chunk is in, and the body starts once")
  void renews_until_the_last_chunk_is_in() throws InterruptedException {
    LocalPod other = stage.pod().working().start();
    LocalPod leaving = stage.pod().pausingAt("tallied").start();
    Verdict granted = leaving.ask("tally", Cause.person("ann", null));
    leaving.awaitPoint();
    Thread closing = new Thread(leaving::close, "closing");
    closing.start();

    // Nine renewals are three times the lease.
    for (int renewal = 0; renewal < 9; renewal++) {
      stage.awaitRenewal("tally");
      assertThat(other.ask("tally", Cause.person("bob", null)).word()).isEqualTo("ALREADY_RUNNING");
    }
    leaving.goesOn();
    closing.join(TimeUnit.SECONDS.toMillis(30));
    assertThat(closing.isAlive()).as("it still closes").isFalse();

    stage.awaitRun("tally", "COMPLETED");
    assertThat(granted.word()).isEqualTo("STARTED");
    assertThat(stage.effects().writers("tally")).containsExactly("attempt 1");
    stage.effects().assertOnceEach("tally", 10);
    assertThat(stage.attempts("tally")).containsExactly("STOPPED", "COMPLETED");
  }

  @Test
  @DisplayName(
      "RC-21: a pod whose chunk outlasts its grace ends all the same, and the run is resumed")
  void a_chunk_that_outlasts_the_grace() {
    RemotePod leaving =
        stage
            .pod()
            .thousandItems()
            .with("spring.lifecycle.timeout-per-shutdown-phase", "2s")
            .pausingAt("write 5")
            .startApartFor("copy");
    LocalPod unused = stage.pod().thousandItems().working().start();
    leaving.awaitPoint("write 5");
    leaving.isToldToEnd();
    leaving.awaitExit();

    stage.awaitRun("copy", "COMPLETED");
    assertThat(stage.attempts("copy")).containsExactly("LOST", "COMPLETED");
    assertThat(stage.writeCounts("load")).containsExactly(400L, 600L);
    stage.effects().assertOnceEach("copy", 1000);
  }

  @Test
  @DisplayName(
      "A rolling restart: three pods that are restarted one after the other hand their run on, and lose no time")
  void a_rolling_restart() {
    Deque<RemotePod> pods = new ArrayDeque<>();
    for (int pod = 0; pod < 3; pod++) {
      pods.add(worker().startApart());
    }
    pods.forEach(RemotePod::awaitUp);
    // The first to leave is the one that has the run.
    RemotePod owner = worker().startApartFor("copy");
    pods.removeLast().isToldToEnd();
    pods.addFirst(owner);
    stage.awaitEffects("copy", 100);

    for (int restarted = 0; restarted < 3; restarted++) {
      RemotePod leaving = pods.removeFirst();
      leaving.isToldToEnd();
      leaving.awaitExit();
      RemotePod fresh = worker().startApart();
      fresh.awaitUp();
      pods.addLast(fresh);
    }
    stage.awaitRun("copy", "COMPLETED");

    stage.effects().assertOnceEach("copy", 4000);
    List<String> attempts = stage.attempts("copy");
    assertThat(attempts)
        .endsWith("COMPLETED")
        .hasSizeGreaterThan(1)
        .doesNotContain("LOST", "FAILED");
    assertThat(stage.unknown()).isZero();
    Duration idle = stage.idle("copy");
    System.out.println("rolling restart: " + attempts + ", without an owner for " + idle);
    assertThat(idle).isLessThan(Stage.ROUND.plusSeconds(1).multipliedBy(attempts.size()));
  }

  /** Forty chunks, of a third of a second. */
  private Stage.Setting worker() {
    return stage
        .pod()
        .with("holes.items", "4000")
        .with("holes.chunk", "100")
        .with("holes.work", "300ms")
        .with("runledger.lease", "10s")
        .working();
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
