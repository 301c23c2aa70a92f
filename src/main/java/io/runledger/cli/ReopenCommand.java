package io.runledger.cli;

import io.runledger.operate.ManualReopening;
import io.runledger.operate.ManualStops;
import io.runledger.operate.Outcome;
import io.runledger.operate.Person;
import io.runledger.operate.ReopenAnswer;
import io.runledger.run.RunKey;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens a completed run again, has it undone and run once more. */
@CommandLine.Command(
    name = "reopen",
    description = {
      "Opens a completed run again: it is undone, and run once more.",
      "Refuses if later dates or other jobs stand on it, unless they are reopened with it."
    })
final class ReopenCommand implements Command {

  @Option(
      names = "--with-later",
      description = "Also reopen later dates, and runs of jobs that come after it.")
  private boolean withLater;

  @Mixin private final RunOptions run = new RunOptions();
  @Mixin private final ActorOptions actor = new ActorOptions();
  @Mixin private final RequiredReason reason = new RequiredReason();
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
    ManualReopening reopening = beans.getBean(ManualReopening.class);
    Person person = actor.person(reason);
    RunKey key = run.key();
    ReopenAnswer answer = reopening.reopen(key, withLater, person);
    terminal.say("%s: %s (%s)".formatted(key, answer.word(), answer.explanation()));
    List<Outcome> outcomes = List.of();
    if (answer.isOpen()) {
      try (RunDisplay display = RunDisplay.of(beans, terminal)) {
        outcomes = reopening.carryOut(answer, person, display);
      }
    }
    terminal.answer(ReopenReport.of(answer, outcomes));
    return outcomes.isEmpty() ? refused(answer) : ExitCode.of(outcomes.get(outcomes.size() - 1));
  }

  private static ExitCode refused(ReopenAnswer answer) {
    return answer.word() == ReopenAnswer.Word.ALREADY_RUNNING
        ? ExitCode.ELSEWHERE
        : ExitCode.BLOCKED;
  }
}
