package io.runledger.cli;

import io.runledger.operate.SchedulePreview;
import io.runledger.operate.ScheduleView;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what is due when. */
@CommandLine.Command(
    name = "schedule",
    description = {
      "Shows which dates of a job are due when, by its schedule alone, whatever the ledger has.",
      "Without a job: what is due next of each."
    })
final class ScheduleCommand implements Command {

  @Parameters(paramLabel = "JOB", arity = "0..1", description = "The job.")
  private @Nullable String job;

  @Option(
      names = "--from",
      paramLabel = "DATE",
      converter = BatchDate.class,
      description = "The first batch date. Default: today in the job's zone.")
  private @Nullable LocalDate from;

  @Option(
      names = "--to",
      paramLabel = "DATE",
      converter = BatchDate.class,
      description = "The last batch date. Default: two weeks from the first one on.")
  private @Nullable LocalDate to;

  @Mixin private final CommonOptions common = new CommonOptions();

  @Override
  public CommonOptions common() {
    return common;
  }

  @Override
  public ExitCode execute(BeanFactory beans, Terminal terminal) {
    SchedulePreview preview = beans.getBean(SchedulePreview.class);
    if (job != null) {
      ScheduleView view = preview.of(job, from, to);
      terminal.answer(view);
      terminal.say(ScheduleReport.of(view));
      return ExitCode.COMPLETE;
    }
    if (from != null || to != null) {
      throw new IllegalArgumentException(
          "--from and --to are for the schedule of one job; name it.");
    }
    List<ScheduleView.Next> next = preview.next();
    terminal.answer(next);
    terminal.say(ScheduleReport.ofNext(next));
    return ExitCode.COMPLETE;
  }
}
