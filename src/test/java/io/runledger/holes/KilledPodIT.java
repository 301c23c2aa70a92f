package io.runledger.holes;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.AttemptStatus;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Pods that die by SIGKILL where a restart could lose or repeat something. */
class KilledPodIT {

  @AutoClose private final Stage stage = new Stage();

  @Test
  void a_tasklet_killed_between_its_commit_and_COMPLETED_is_not_called_again() {
    LocalPod second = stage.pod().start();
    stage.pod().killedAt("update COMPLETED", "tally");
    assertThat(second.takesOver("tally")).isEqualTo(AttemptStatus.COMPLETED);

    stage.effects().assertOnceEach("tally", 10);
    assertThat(stage.effects().writers("tally")).containsExactly("attempt 1");
  }

  @Test
  void a_partition_killed_between_its_row_and_its_range_is_read_by_the_restart() {
    LocalPod second = stage.pod().start();
    stage.pod().killedAt("range 3", "spread");
    assertThat(second.takesOver("spread")).isEqualTo(AttemptStatus.COMPLETED);

    stage.effects().assertOnceEach("spread", 50);
  }

  @Test
  void a_second_crash_before_the_first_chunk_does_not_lose_the_checkpoint_of_the_first() {
    LocalPod third = stage.pod().start();
    stage.pod().killedAt("write 3", "copy");
    stage.pod().killedAt("write 1", "copy");

    assertThat(third.takesOver("copy")).isEqualTo(AttemptStatus.COMPLETED);

    stage.effects().assertOnceEach("copy", 50);
    assertThat(stage.writeCounts("load")).containsExactly(20L, 0L, 30L);
  }

  @Test
  void a_restart_goes_on_from_the_last_attempt_though_the_clock_of_an_earlier_one_was_2_h_ahead() {
    LocalPod third = stage.pod().start();
    stage.pod().with("user.timezone", "GMT+02:00").killedAt("write 3", "copy");
    stage.pod().with("user.timezone", "GMT").killedAt("write 3", "copy");

    assertThat(third.takesOver("copy")).isEqualTo(AttemptStatus.COMPLETED);

    stage.effects().assertOnceEach("copy", 50);
    assertThat(stage.writeCounts("load")).containsExactly(20L, 20L, 10L);
  }
}
