package io.runledger.holes;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Pods that freeze by SIGSTOP, and wake when others have gone on without them. */
class FrozenPodIT {

  @AutoClose private final Stage stage = new Stage();

  @Test
  void
      a_pod_frozen_before_it_creates_a_step_leaves_no_row_when_it_wakes_after_its_successor_died() {
    LocalPod third = stage.pod().start();
    RemotePod first = stage.pod().frozenAt("createStepExecution", "copy");
    stage.pod().killedAt("write 3", "copy");

    first.wakes();
    first.awaitEnd("LOST");
    List<Long> rows = stage.writeCounts("load");
    assertThat(third.takesOver("copy")).isEqualTo(AttemptStatus.COMPLETED);

    stage.effects().assertOnceEach("copy", 50);
    assertThat(rows).containsExactly(20L);
  }

  @Test
  void a_session_frozen_in_the_middle_of_a_COPY_is_ended_by_the_successor() {
    LocalPod second = stage.pod().start();
    RemotePod first = stage.pod().frozenAt("copy", "bulk");

    assertThat(second.takesOver("bulk")).isEqualTo(AttemptStatus.COMPLETED);
    first.wakes();
    first.awaitEnd("LOST");

    assertThat(stage.bulkRows()).isEqualTo(5000);
    assertThat(stage.attempts("bulk")).containsExactly("LOST", "COMPLETED");
  }

  @Test
  void a_session_frozen_in_a_COPY_is_ended_even_if_the_first_successor_died_before_it_could() {
    LocalPod third = stage.pod().start();
    stage.pod().frozenAt("copy", "bulk");
    stage.pod().killedAt("granted", "bulk");

    assertThat(third.takesOver("bulk")).isEqualTo(AttemptStatus.COMPLETED);

    assertThat(stage.bulkRows()).isEqualTo(5000);
    assertThat(stage.attempts("bulk")).containsExactly("LOST", "LOST", "COMPLETED");
  }

  @Test
  void a_session_frozen_in_a_COPY_is_ended_by_another_run_that_is_granted_its_lock_name() {
    LocalPod other = stage.pod().start();
    RemotePod first = stage.pod().frozenAt("copy", "bulk");

    RunKey nextDay = RunKey.of("bulk", HolesPod.DATE.plusDays(1));
    assertThat(other.runs(RunRequest.of(nextDay, Cause.person("ann", null))))
        .isEqualTo(AttemptStatus.COMPLETED);
    first.wakes();
    first.awaitEnd("LOST");

    assertThat(stage.bulkRows()).isEqualTo(5000);
  }
}
