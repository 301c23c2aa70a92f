package io.runledger.holes;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pods that freeze by SIGSTOP, and wake when others have gone on without them. */
class FrozenPodIT {

  private final Stage stage = new Stage();

  @AfterEach
  void leaveNothingBehind() {
    stage.close();
  }

  @Test
  void
      a_pod_frozen_before_it_creates_a_step_leaves_no_row_when_it_wakes_after_its_successor_died() {
    LocalPod third = stage.pod().start();
    RemotePod first = stage.pod().pausingAt("createStepExecution").startApartFor("copy");
    first.isFrozenAt("createStepExecution");
    RemotePod second = stage.pod().pausingAt("write 3").startApartFor("copy");
    second.isKilledAt("write 3");

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
    RemotePod first = stage.pod().pausingAt("copy").startApartFor("bulk");
    first.isFrozenAt("copy");

    assertThat(second.takesOver("bulk")).isEqualTo(AttemptStatus.COMPLETED);
    first.wakes();
    first.awaitEnd("LOST");

    assertThat(stage.bulkRows()).isEqualTo(5000);
    assertThat(stage.attempts("bulk")).containsExactly("LOST", "COMPLETED");
  }

  @Test
  void a_session_frozen_in_a_COPY_is_ended_even_if_the_first_successor_died_before_it_could() {
    LocalPod third = stage.pod().start();
    RemotePod first = stage.pod().pausingAt("copy").startApartFor("bulk");
    first.isFrozenAt("copy");
    RemotePod second = stage.pod().pausingAt("granted").startApartFor("bulk");
    second.isKilledAt("granted");

    assertThat(third.takesOver("bulk")).isEqualTo(AttemptStatus.COMPLETED);

    assertThat(stage.bulkRows()).isEqualTo(5000);
    assertThat(stage.attempts("bulk")).containsExactly("LOST", "LOST", "COMPLETED");
  }

  @Test
  void a_session_frozen_in_a_COPY_is_ended_by_another_run_that_is_granted_its_lock_name() {
    LocalPod other = stage.pod().start();
    RemotePod first = stage.pod().pausingAt("copy").startApartFor("bulk");
    first.isFrozenAt("copy");

    RunKey nextDay = RunKey.of("bulk", HolesPod.DATE.plusDays(1));
    assertThat(other.runs(RunRequest.of(nextDay, Cause.person("ann", null))))
        .isEqualTo(AttemptStatus.COMPLETED);
    first.wakes();
    first.awaitEnd("LOST");

    assertThat(stage.bulkRows()).isEqualTo(5000);
  }
}
