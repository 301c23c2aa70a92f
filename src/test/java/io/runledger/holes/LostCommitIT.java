package io.runledger.holes;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.Verdict;
import io.runledger.test.TcpProxy;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Commits that end in an error: the owner itself cannot know what became of its chunk. */
class LostCommitIT {

  private static final Cause ANN = Cause.person("ann", null);

  @AutoClose private final Stage stage = new Stage();

  @Test
  void a_run_whose_session_is_ended_in_its_commit_is_lost_and_resumed_unasked() {
    LocalPod pod = stage.pod().start();
    stage.whenItemIsCommitted(25, "pg_terminate_backend(pg_backend_pid())");

    Verdict first = pod.ask("copy", ANN);
    assertThat(pod.awaitEnd(first)).isEqualTo(AttemptStatus.LOST);
    assertThat(stage.stepStates("load")).containsExactly("UNKNOWN");
    stage.effects().assertOnceEach("copy", 20);
    stage.leaveCommitsAlone();

    assertThat(pod.takesOver("copy")).isEqualTo(AttemptStatus.COMPLETED);
    stage.effects().assertOnceEach("copy", 50);
  }

  @Test
  void a_run_whose_commit_was_done_but_never_answered_is_lost_and_resumed_and_repeats_nothing() {
    try (TcpProxy network = TcpProxy.to(stage.database().port())) {
      LocalPod cutOff =
          stage
              .pod()
              .with("spring.datasource.url", stage.database().via(network.port()).jdbcUrl())
              .start();
      stage.whenItemIsCommitted(25, "pg_sleep(1)");

      Verdict first = cutOff.ask("copy", ANN);
      stage.awaitRunningCommit();
      network.cut();
      assertThat(cutOff.awaitEnd(first)).isEqualTo(AttemptStatus.LOST);
      stage.leaveCommitsAlone();
      stage.effects().assertOnceEach("copy", 30);

      assertThat(cutOff.takesOver("copy")).isEqualTo(AttemptStatus.COMPLETED);
      stage.effects().assertOnceEach("copy", 50);
    }
  }
}
