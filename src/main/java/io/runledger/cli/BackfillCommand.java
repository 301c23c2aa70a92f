package io.runledger.cli;

import io.runledger.operate.Backfill;
import io.runledger.operate.BackfillPlan;
import io.runledger.operate.BackfillRequest;
import io.runledger.operate.BackfillRequest.Selection;
import io.runledger.operate.ManualStops;
import io.runledger.operate.Outcome;
import io.runledger.operate.Person;
import java.time.LocalDate;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows a plan for a range of dates, then asks for exactly that plan, in order. */
@CommandLine.Command(
    name = "backfill",
    description = {
      "Shows its plan, then asks for exactly that, in ascending order, one date at a time.",
      "It stops at the first date that does not complete; the same command goes on there."
    })
final class BackfillCommand implements Command {

  @Parameters(paramLabel = "JOB", description = "The job.")
  private String job = "";

  @Option(
      names = "--from",
      required = true,
      paramLabel = "DATE",
      converter = BatchDate.class,
      description = "The first date.")
  private LocalDate from = LocalDate.MIN;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DATE",
      converter = BatchDate.class,
      description = "The last date, inclusive.")
  private LocalDate to = LocalDate.MIN;

  @Option(
      names = "--part",
      paramLabel = "PART",
      description = "Which run of each date, if the job has several.")
  private String part = "";

  @Option(
      names = "--only",
      paramLabel = "WHICH",
      defaultValue = "all",
      description =
          "missing: dates never run; failed: failed or stopped ones; all: both. Default: all.")
  private Selection only = Selection.ALL;

  @Option(names = "--dry-run", description = "Show the plan, and do nothing.")
  private boolean dryRun;

  @Mixin private final RequiredReason reason = new RequiredReason();
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
    Person person = actor.person(reason);
    Backfill backfill = beans.getBean(Backfill.class);
    BackfillPlan plan = backfill.plan(new BackfillRequest(job, part, from, to, only));
    terminal.say(BackfillAnswer.table(plan));
    if (plan.isRefused()) {
      terminal.answer(BackfillAnswer.of(plan, List.of()));
      terminal.error(
          "%s: %s is in the future, today is %s in the job's zone; nothing was run. End the range by then."
              .formatted(job, to, plan.today()));
      return ExitCode.BLOCKED;
    }
    List<Outcome> outcomes = List.of();
    if (!dryRun) {
      try (RunDisplay display = RunDisplay.of(beans, terminal)) {
        outcomes = backfill.carryOut(plan, person, parameters.added(), display);
      }
    }
    terminal.answer(BackfillAnswer.of(plan, outcomes));
    return dryRun ? ExitCode.COMPLETE : end(plan, outcomes);
  }

  /** All but the last are complete: it stops at the first that is not. */
  private static ExitCode end(BackfillPlan plan, List<Outcome> outcomes) {
    ExitCode last =
        outcomes.isEmpty() ? ExitCode.COMPLETE : ExitCode.of(outcomes.get(outcomes.size() - 1));
    return last == ExitCode.COMPLETE && plan.leavesRunning(outcomes) ? ExitCode.ELSEWHERE : last;
  }
}
