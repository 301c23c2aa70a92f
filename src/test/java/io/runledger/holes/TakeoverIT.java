package io.runledger.holes;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.guard.Guard;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.Verdict;
import io.runledger.test.TcpProxy;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Runs whose pod dies, freezes or is cut off, and the round of another pod that resumes them. */
class TakeoverIT {

  private static final Duration LEASE = Duration.ofSeconds(4);

  /** What a busy machine may add to a first chunk. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private final Stage stage = new Stage();

  @AfterEach
  void leaveNothingBehind() {
    stage.close();
  }

  @Test
  @DisplayName(
      "RC-07: a run killed mid chunk is left alone while its lease lives, and then resumed by a round")
  void killed_mid_chunk() {
    RemotePod first = settings().pausingAt("write 5").startApartFor("copy");
    LocalPod second = settings().working().start();
    first.awaitPoint("write 5");
    OffsetDateTime death = stage.now();
    first.isKilled();

    assertThat(second.ask("copy", Cause.person("ann", null)).word()).isEqualTo("ALREADY_RUNNING");
    stage.awaitRun("copy", "COMPLETED");

    stage.effects().assertOnceEach("copy", 1000);
    assertThat(stage.writeCounts("load")).containsExactly(400L, 600L);
    assertThat(stage.attempts("copy")).containsExactly("LOST", "COMPLETED");
    Duration toFirstChunk = Duration.between(death, stage.firstChunk("copy", 2));
    System.out.println("from death to the first new chunk: " + toFirstChunk);
    assertThat(toFirstChunk).isLessThan(LEASE.plus(Stage.ROUND).plus(SLACK));
  }

  @Test
  @DisplayName("RC-09: a live pod that is taken for dead loses its run, and doubles nothing")
  void taken_for_dead() {
    try (TcpProxy proxy = TcpProxy.to(stage.database().port())) {
      LocalPod first = settings().through(proxy).with("holes.work", "100ms").start();
      startWorker("4s");
      Verdict firsts = first.ask("copy", Cause.person("ann", null));
      stage.awaitEffects("copy", 200);

      proxy.blackhole();
      stage.awaitRun("copy", "COMPLETED");
      proxy.forward();

      assertThat(first.awaitEnd(firsts)).isEqualTo(AttemptStatus.LOST);
    }
    stage.effects().assertOnceEach("copy", 1000);
    assertThat(stage.attempts("copy")).containsExactly("LOST", "COMPLETED");
    assertThat(stage.run("copy").orElseThrow().status()).isEqualTo("COMPLETED");
  }

  @Test
  @DisplayName(
      "RC-09: a pod that is cut off stops by itself at its own deadline, though nobody takes over")
  void stops_at_its_own_deadline() {
    try (TcpProxy proxy = TcpProxy.to(stage.database().port())) {
      LocalPod alone =
          settings().with("runledger.lease", "2s").through(proxy).pausingAt("write 3").start();
      Verdict granted = alone.ask("copy", Cause.person("ann", null));
      alone.awaitPoint();

      proxy.blackhole();
      Awaitility.await("it knows by itself that it is lost")
          .atMost(1, TimeUnit.MINUTES)
          .until(
              () -> alone.bean(Guard.class).live().all().stream().allMatch(live -> live.isLost()));
      proxy.forward();
      alone.goesOn();

      assertThat(alone.awaitEnd(granted)).isEqualTo(AttemptStatus.LOST);
    }
    stage.effects().assertOnceEach("copy", 200);
    assertThat(stage.run("copy").orElseThrow().status()).isEqualTo("RUNNING");
  }

  @Test
  @DisplayName("RC-14: a body longer than its lease is renewed, and both triggers find it running")
  void longer_than_its_lease() {
    LocalPod owner = settings().with("runledger.lease", "2s").pausingAt("write 3").start();
    LocalPod other = settings().with("runledger.lease", "2s").working().start();
    Verdict owners = owner.ask("copy", Cause.person("ann", null));
    owner.awaitPoint();

    for (int trigger = 0; trigger < 2; trigger++) {
      // Four renewals are longer than the lease.
      for (int renewal = 0; renewal < 4; renewal++) {
        stage.awaitRenewal("copy");
      }
      assertThat(other.ask("copy", Cause.person("bob", null)).word()).isEqualTo("ALREADY_RUNNING");
    }
    owner.goesOn();

    assertThat(owner.awaitEnd(owners)).isEqualTo(AttemptStatus.COMPLETED);
    stage.effects().assertOnceEach("copy", 1000);
    assertThat(stage.attempts("copy")).containsExactly("COMPLETED");
  }

  @Test
  @DisplayName(
      "RC-17: an owner frozen in a chunk beyond its lease wakes up to a refused commit, and is LOST")
  void frozen_in_a_chunk() {
    RemotePod first = settings().pausingAt("write 5").startApartFor("copy");
    startWorker("4s");
    first.isFrozenAt("write 5");

    stage.awaitRun("copy", "COMPLETED");
    first.wakes();
    first.awaitEnd("LOST");

    stage.effects().assertOnceEach("copy", 1000);
    assertThat(stage.attempts("copy")).containsExactly("LOST", "COMPLETED");
    assertThat(stage.run("copy").orElseThrow().status()).isEqualTo("COMPLETED");
    assertThat(stage.effects().writers("copy")).containsExactly("attempt 1", "attempt 2");
    assertThat(stage.unknown()).isZero();
  }

  @Test
  @DisplayName("RC-17: an owner frozen at any moment, while it works, doubles and loses nothing")
  void frozen_at_any_moment() {
    RemotePod first = settings().with("holes.work", "100ms").startApartFor("copy");
    startWorker("4s");
    stage.awaitEffects("copy", 300);
    first.isFrozen();

    stage.awaitRun("copy", "COMPLETED");
    first.wakes();
    first.awaitEnd("LOST");

    stage.effects().assertOnceEach("copy", 1000);
    assertThat(stage.attempts("copy")).containsExactly("LOST", "COMPLETED");
  }

  @Test
  @DisplayName(
      "Poison: a run that kills three pods before their first chunk is FAILED, not started a fourth time")
  void poison() {
    for (int victim = 0; victim < 3; victim++) {
      settings()
          .with("runledger.lease", "1s")
          .pausingAt("write 1")
          .startApartFor("copy")
          .isKilledAt("write 1");
    }
    LocalPod survivor = settings().with("runledger.lease", "1s").working().start();

    stage.awaitRun("copy", "FAILED");
    assertThat(stage.attempts("copy")).containsExactly("LOST", "LOST", "LOST", "FAILED");
    assertThat(stage.run("copy").orElseThrow().message()).contains("3 attempts in a row were lost");
    assertThat(stage.effects().count("copy")).isZero();

    Verdict again = survivor.ask("copy", Cause.person("ann", "with more memory"));
    assertThat(survivor.awaitEnd(again)).isEqualTo(AttemptStatus.COMPLETED);
    stage.effects().assertOnceEach("copy", 1000);
  }

  @Test
  @DisplayName("Poison: a run that gets a chunk further with each pod it kills is no poison")
  void progress_is_no_poison() {
    for (int victim = 0; victim < 3; victim++) {
      settings()
          .with("runledger.lease", "1s")
          .pausingAt("write 2")
          .startApartFor("copy")
          .isKilledAt("write 2");
    }
    startWorker("1s");

    stage.awaitRun("copy", "COMPLETED");
    assertThat(stage.attempts("copy")).containsExactly("LOST", "LOST", "LOST", "COMPLETED");
    stage.effects().assertOnceEach("copy", 1000);
  }

  @Test
  @DisplayName(
      "Poison: a tasklet that is done and kills its pods afterwards is poison all the same")
  void a_tasklet_that_is_done() {
    // The first of them did it; the others only find that it is done.
    for (int victim = 0; victim < 4; victim++) {
      settings()
          .with("runledger.lease", "1s")
          .pausingAt("update COMPLETED")
          .startApartFor("tally")
          .isKilledAt("update COMPLETED");
    }
    startWorker("1s");

    stage.awaitRun("tally", "FAILED");
    assertThat(stage.attempts("tally")).containsExactly("LOST", "LOST", "LOST", "LOST", "FAILED");
    stage.effects().assertOnceEach("tally", 10);
    assertThat(stage.effects().writers("tally")).containsExactly("attempt 1");
  }

  /** One that resumes what it finds; nobody asks it for anything. */
  private void startWorker(String lease) {
    LocalPod unused = settings().with("runledger.lease", lease).working().start();
  }

  /** With a lease that outlives a killed owner by long enough to be asked for. */
  private Stage.Setting settings() {
    return stage.pod().thousandItems().with("runledger.lease", LEASE.toMillis() + "ms");
  }
}
