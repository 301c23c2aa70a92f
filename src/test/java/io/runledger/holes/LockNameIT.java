package io.runledger.holes;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.Verdict;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Lock names that are not a job's own: two jobs share one, or pods disagree, since one of them was
 * deployed with another setting.
 */
class LockNameIT {

  private static final String LOCK = "runledger.jobs.copy.lock";

  @AutoClose private final Stage stage = new Stage();

  @Test
  void a_live_run_is_not_stolen_under_another_lock_name() {
    LocalPod owner = stage.pod().pausingAt("write 3").start();
    LocalPod other = stage.pod().with(LOCK, "renamed").start();
    Verdict owners = owner.ask("copy", Cause.person("ann", null));
    owner.awaitPoint();

    assertThat(other.ask("copy", Cause.person("bob", null)).word()).isEqualTo("ALREADY_RUNNING");
    assertThat(other.ask("copy", Cause.recovery()).word()).isEqualTo("ALREADY_RUNNING");

    owner.goesOn();
    assertThat(owner.awaitEnd(owners)).isEqualTo(AttemptStatus.COMPLETED);
    stage.effects().assertOnceEach("copy", 50);
    assertThat(stage.attempts("copy")).containsExactly("COMPLETED");
  }

  @Test
  void a_run_that_looked_dead_and_was_renewed_meanwhile_is_not_stolen_under_another_lock_name()
      throws Exception {
    LocalPod owner = stage.pod().with("runledger.lease", "4s").pausingAt("write 3").start();
    LocalPod other = stage.pod().with(LOCK, "renamed").start();
    Verdict owners = owner.ask("copy", Cause.person("ann", null));
    owner.awaitPoint();

    CompletableFuture<Verdict> others;
    try (AdvisoryHold hold = stage.holdClaimsOf("renamed")) {
      stage.awaitRenewal("copy");
      stage.makeLeaseLookDead("copy");
      others = CompletableFuture.supplyAsync(() -> other.ask("copy", Cause.person("bob", null)));
      hold.awaitSomebodyWaiting();
      stage.awaitRenewal("copy");
    }
    assertThat(others.get(1, TimeUnit.MINUTES).word()).isEqualTo("ALREADY_RUNNING");

    owner.goesOn();
    assertThat(owner.awaitEnd(owners)).isEqualTo(AttemptStatus.COMPLETED);
    stage.effects().assertOnceEach("copy", 50);
    assertThat(stage.attempts("copy")).containsExactly("COMPLETED");
  }

  @Test
  void a_claim_under_another_lock_name_waits_for_a_chunk_that_has_passed_the_fence() {
    LocalPod other = stage.pod().with(LOCK, "renamed").start();
    RemotePod owner = stage.pod().frozenAt("commit 3", "copy");
    stage.awaitDeadLease("copy");

    CompletableFuture<AttemptStatus> taken =
        CompletableFuture.supplyAsync(() -> other.takesOver("copy"));
    stage.awaitWaitingClaim();
    owner.wakes();

    assertThat(taken.join()).isEqualTo(AttemptStatus.COMPLETED);
    owner.awaitEnd("LOST");
    stage.effects().assertOnceEach("copy", 50);
    assertThat(stage.writeCounts("load")).containsExactly(30L, 20L);
  }

  @Test
  void a_zombie_does_not_commit_once_another_job_was_granted_the_lock_that_both_share() {
    LocalPod zombie = sharingTheBooks().with("runledger.lease", "60s").pausingAt("write 3").start();
    LocalPod other = sharingTheBooks().start();
    Verdict zombies = zombie.ask("copy", Cause.person("ann", null));
    zombie.awaitPoint();
    // Its next renewal, which would tell it, is 20 s away: only the fence can stop it.
    stage.makeLeaseLookDead("books");

    assertThat(other.takesOver("tally")).isEqualTo(AttemptStatus.COMPLETED);
    zombie.goesOn();
    assertThat(zombie.awaitEnd(zombies)).isEqualTo(AttemptStatus.LOST);
    stage.effects().assertOnceEach("copy", 20);

    assertThat(other.takesOver("copy")).isEqualTo(AttemptStatus.COMPLETED);
    stage.effects().assertOnceEach("copy", 50);
    stage.effects().assertOnceEach("tally", 10);
  }

  private Stage.Setting sharingTheBooks() {
    return stage.pod().with(LOCK, "books").with("runledger.jobs.tally.lock", "books");
  }
}
