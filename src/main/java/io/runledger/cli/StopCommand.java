package io.runledger.cli;

import io.runledger.operate.ManualStops;
import io.runledger.operate.Person;
import io.runledger.operate.StopAnswer;
import io.runledger.run.RunKey;
import java.time.LocalDate;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks a run to stop, wherever it works. */
@CommandLine.Command(
    name = "stop",
    description = {
      "Asks a run to stop at its next chunk, whichever pod has it.",
      "Nobody resumes it unasked; 'run' goes on where it was."
    })
final class StopCommand implements Command {

  @Parameters(paramLabel = "JOB", description = "The job.")
  private String job = "";

  @Option(
      names = "--date",
      required = true,
      paramLabel = "DATE",
      converter = BatchDate.class,
      description = "The batch date, 2026-11-30 or 20261130.")
  private LocalDate date = LocalDate.MIN;

  @Option(
      names = "--part",
      paramLabel = "PART",
      description = "Which of the date's runs, if the job has several.")
  private String part = "";

  @Option(names = "--wait", description = "Wait until it has stopped.")
  private boolean waitForTheEnd;

  @Mixin private final ActorOptions actor = new ActorOptions();
  @Mixin private final RequiredReason reason = new RequiredReason();
  @Mixin private final CommonOptions common = new CommonOptions();

  @Override
  public CommonOptions common() {
    return common;
  }

  @Override
  public ExitCode execute(BeanFactory beans, Terminal terminal) {
    ManualStops stops = beans.getBean(ManualStops.class);
    RunKey key = new RunKey(job, date, part);
    Person person = actor.person(reason);
    StopAnswer answer = waitForTheEnd ? stops.askAndWait(key, person) : stops.ask(key, person);
    terminal.answer(StopReport.of(answer));
    terminal.say("%s: %s (%s)".formatted(key, answer.word(), answer.explanation()));
    return end(answer);
  }

  /** 0 if it is as the person wants it, or complete; else by what the run is. */
  private ExitCode end(StopAnswer answer) {
    return switch (answer.word()) {
      case STOPPED, ALREADY_COMPLETED -> ExitCode.COMPLETE;
      case STOPPING -> waitForTheEnd ? ExitCode.ELSEWHERE : ExitCode.COMPLETE;
      case NOT_RUNNING -> ExitCode.ofOneThatDoesNotRun(answer.status());
    };
  }
}
