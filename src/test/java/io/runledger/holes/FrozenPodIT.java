package io.runledger.holes;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.AttemptStatus;
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
    assertThat(stage.writeCounts("load")).containsExactly(20L);
    assertThat(third.takesOver("copy")).isEqualTo(AttemptStatus.COMPLETED);

    stage.effects().assertOnceEach("copy", 50);
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
}
