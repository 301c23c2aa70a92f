package io.runledger.cli;

import io.runledger.operate.Advice;
import io.runledger.operate.Advisor;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows what the ledger's history says of leases and TTLs. */
@CommandLine.Command(
    name = "advise",
    description = {
      "Shows how long each job's runs took, beside its lease and the filter's TTL,",
      "and what TTL a lock without a watchdog would need."
    })
final class AdviseCommand implements Command {

  @Parameters(paramLabel = "JOB", arity = "0..1", description = "Only this job.")
  private @Nullable String job;

  @Mixin private final CommonOptions common = new CommonOptions();

  @Override
  public CommonOptions common() {
    return common;
  }

  @Override
  public ExitCode execute(BeanFactory beans, Terminal terminal) {
    Advisor advisor = beans.getBean(Advisor.class);
    List<Advice> advice = job == null ? advisor.all() : List.of(advisor.of(job));
    terminal.answer(advice.stream().map(AdviceAnswer::of).toList());
    terminal.say(AdviceReport.of(advice));
    return ExitCode.COMPLETE;
  }
}
