package io.runledger.cli;

import io.runledger.batch.GuardedJobs;
import io.runledger.batch.UnknownJobException;
import io.runledger.operate.StatusQuery;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the ledger. */
@CommandLine.Command(
    name = "status",
    description = "Shows the ledger's runs with their attempts and leases, latest date first.")
final class StatusCommand implements Command {

  @Parameters(paramLabel = "JOB", arity = "0..1", description = "Only this job's.")
  private @Nullable String job;

  @Option(
      names = "--date",
      paramLabel = "DATE",
      converter = BatchDate.class,
      description = "Only of this batch date.")
  private @Nullable LocalDate date;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "30",
      description = "At most so many runs. Default: 30.")
  private int limit;

  @Mixin private final CommonOptions common = new CommonOptions();

  @Override
  public CommonOptions common() {
    return common;
  }

  @Override
  public ExitCode execute(BeanFactory beans, Terminal terminal) {
    List<StatusAnswer> runs =
        beans.getBean(StatusQuery.class).latest(job, date, limit).stream()
            .map(StatusAnswer::of)
            .toList();
    GuardedJobs jobs = beans.getBean(GuardedJobs.class);
    // A job that is gone is shown as long as the ledger knows it.
    if (runs.isEmpty() && job != null && !jobs.contains(job)) {
      throw new UnknownJobException(job, jobs.names());
    }
    terminal.answer(runs);
    terminal.say(
        runs.isEmpty()
            ? List.of("The ledger has no such run.")
            : StatusAnswer.table(runs, ZoneId.systemDefault()));
    return ExitCode.COMPLETE;
  }
}
