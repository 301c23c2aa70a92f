package io.runledger.cli;

import io.runledger.operate.ManualStops;
import io.runledger.operate.Person;
import io.runledger.operate.StopAnswer;
import io.runledger.run.RunKey;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks a run to stop, wherever it works. */
@CommandLine.Command(
    name = "stop",
    description = {
      "Asks a run to stop at its next chunk, whichever pod has it.",
      "Nobody resumes it unasked; 'run' goes on where it was."
    })
final class StopCommand implements Command {

  @Option(names = "--wait", description = "Wait until it has stopped.")
  private boolean waitForTheEnd;

  @Mixin private final RunOptions run = new RunOptions();
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
    RunKey key = run.key();
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
