package io.runledger.cli;

import io.runledger.batch.GuardedJobs;
import io.runledger.batch.UnknownJobException;
import io.runledger.operate.Verification;
import io.runledger.operate.Verification.Break;
import io.runledger.operate.Verification.Check;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Proves from the database alone that effects and ledger agree. */
@CommandLine.Command(
    name = "verify",
    description = {
      "Proves from the database alone that effects and ledger agree.",
      "Exit code 6 if they do not; each break is named."
    })
final class VerifyCommand implements Command {

  @Parameters(paramLabel = "JOB", arity = "0..1", description = "Only this job's effects.")
  private @Nullable String job;

  @Option(
      names = "--date",
      paramLabel = "DATE",
      converter = BatchDate.class,
      description = "Only of this batch date.")
  private @Nullable LocalDate date;

  @Mixin private final CommonOptions common = new CommonOptions();

  @Override
  public CommonOptions common() {
    return common;
  }

  /**
   * What {@code verify --json} answers. The names are read by scripts: they stay.
   *
   * @param job whose effects
   * @param checks what was held against what
   */
  record Verified(String job, List<Check> checks) {

    boolean isBroken() {
      return checks.stream().anyMatch(check -> check.broken() > 0);
    }
  }

  @Override
  public ExitCode execute(BeanFactory beans, Terminal terminal) {
    List<Verified> verified =
        verifications(beans).stream()
            .map(one -> new Verified(one.job(), one.verify(date)))
            .toList();
    terminal.answer(verified);
    terminal.say(table(verified));
    verified.forEach(one -> terminal.say(breaks(one)));
    return verified.stream().anyMatch(Verified::isBroken) ? ExitCode.BREAK : ExitCode.COMPLETE;
  }

  private List<Verification> verifications(BeanFactory beans) {
    GuardedJobs jobs = beans.getBean(GuardedJobs.class);
    List<Verification> all = beans.getBeanProvider(Verification.class).orderedStream().toList();
    if (job == null) {
      return all;
    }
    if (!jobs.contains(job)) {
      throw new UnknownJobException(job, jobs.names());
    }
    List<Verification> ofJob = all.stream().filter(one -> one.job().equals(job)).toList();
    if (ofJob.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no Verification bean, so nothing can be proved of it. Add one that says %s is its job."
              .formatted(job, job));
    }
    return ofJob;
  }

  private static List<String> table(List<Verified> verified) {
    Table table = new Table("JOB", "CHECK", "COMPARED", "BREAKS");
    for (Verified one : verified) {
      for (Check check : one.checks()) {
        table.add(
            one.job(),
            check.name(),
            Long.toString(check.compared()),
            Long.toString(check.broken()));
      }
    }
    return table.lines();
  }

  private static List<String> breaks(Verified verified) {
    List<String> lines = new ArrayList<>();
    for (Check check : verified.checks()) {
      for (Break one : check.breaks()) {
        lines.add(
            "%s, %s, %s on %s: found %s, expected %s"
                .formatted(
                    verified.job(),
                    check.name(),
                    one.of(),
                    one.date(),
                    one.found(),
                    one.expected()));
      }
      long more = check.broken() - check.breaks().size();
      if (more > 0) {
        lines.add("%s, %s: and %d more".formatted(verified.job(), check.name(), more));
      }
    }
    return lines;
  }
}
