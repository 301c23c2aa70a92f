package io.runledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.operate.Outcome;
import io.runledger.run.Decision;
import io.runledger.run.Effects;
import io.runledger.run.Layer;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class ExitCodeTest {

  private static final RunKey KEY = RunKey.of("daily", LocalDate.of(2026, 3, 31));
  private static final Decision LEDGER = Decision.by(Layer.LEDGER);

  private static ExitCode of(Verdict verdict, @Nullable RunStatus status) {
    return ExitCode.of(new Outcome(verdict, status, null));
  }

  private static Verdict running() {
    return new Verdict.AlreadyRunning(KEY, LEDGER, Effects.LEDGER, "elsewhere");
  }

  @ParameterizedTest
  @EnumSource(value = RunStatus.class, mode = Mode.EXCLUDE, names = "COMPLETED")
  void a_run_that_is_not_completed_never_exits_with_0(RunStatus status) {
    assertThat(of(running(), status).number()).isNotZero();
  }

  @Test
  void each_end_has_its_number() {
    assertThat(of(running(), RunStatus.COMPLETED).number()).isEqualTo(0);
    assertThat(of(running(), RunStatus.FAILED).number()).isEqualTo(1);
    assertThat(of(running(), RunStatus.STOPPED).number()).isEqualTo(1);
    assertThat(of(running(), RunStatus.RUNNING).number()).isEqualTo(4);
    assertThat(of(new Verdict.Unavailable(KEY, LEDGER, Effects.LEDGER, "no answer"), null).number())
        .isEqualTo(5);
    assertThat(of(new Verdict.Blocked(KEY, LEDGER, Effects.LEDGER, "future"), null).number())
        .isEqualTo(7);
    assertThat(ExitCode.ofOneThatDoesNotRun(RunStatus.FAILED).number()).isEqualTo(1);
    assertThat(ExitCode.ofOneThatDoesNotRun(null).number()).isEqualTo(7);
    assertThat(ExitCode.ofOneThatDoesNotRun(RunStatus.MISSED).number()).isEqualTo(7);
    assertThat(Stream.of(ExitCode.values()).map(ExitCode::number)).doesNotContain(3);
  }
}
