package io.runledger.cli;

import io.runledger.operate.Audit;
import io.runledger.operate.ManualRequest;
import io.runledger.operate.ManualRuns;
import io.runledger.operate.ManualStops;
import io.runledger.operate.Outcome;
import io.runledger.operate.Patience;
import io.runledger.run.RunKey;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks for one run, and waits for its end if it is ours. */
@CommandLine.Command(
    name = "run",
    description = {
      "Asks for one run, and waits for its end if this process does it.",
      "Asking twice is safe: a completed run is not touched, a failed one is resumed."
    })
final class RunCommand implements Command {

  @Parameters(paramLabel = "JOB", description = "The job.")
  private String job = "";

  @Option(
      names = "--date",
      paramLabel = "DATE",
      converter = BatchDate.class,
      description = "The batch date, 2026-11-30 or 20261130; today in the job's zone if not given.")
  private @Nullable LocalDate date;

  @Option(
      names = "--part",
      paramLabel = "PART",
      description = "Which of the date's runs, if the job has several.")
  private String part = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept with the request.")
  private @Nullable String reason;

  @Option(names = "--wait", description = "Also wait if the run is another pod's.")
  private boolean waitForOthers;

  @Mixin private final ActorOptions actor = new ActorOptions();
  @Mixin private final ParameterOptions parameters = new ParameterOptions();
  @Mixin private final CommonOptions common = new CommonOptions();

  @Override
  public CommonOptions common() {
    return common;
  }

  @Override
  public void interrupted(BeanFactory beans) {
    beans.getBean(ManualStops.class).interrupted(actor.person(reason));
  }

  @Override
  public ExitCode execute(BeanFactory beans, Terminal terminal) {
    ManualRuns runs = beans.getBean(ManualRuns.class);
    RunKey key = new RunKey(job, date != null ? date : runs.today(job), part);
    ManualRequest request =
        new ManualRequest(key, Audit.Action.RUN, actor.person(reason), parameters.added());
    Patience patience = waitForOthers ? Patience.ANY : Patience.OWN;
    Outcome outcome;
    try (RunDisplay display = RunDisplay.of(beans, terminal)) {
      outcome = runs.ask(request, patience, display);
    }
    terminal.answer(RunAnswer.of(outcome));
    return ExitCode.of(outcome);
  }
}
