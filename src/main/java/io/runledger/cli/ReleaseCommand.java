package io.runledger.cli;

import io.runledger.operate.HoldAnswer;
import io.runledger.operate.ManualHolds;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Releases a job that is on hold. */
@CommandLine.Command(
    name = "release",
    description = {
      "Releases a job that is on hold.",
      "What fell due meanwhile is caught up as the job's catch-up says."
    })
final class ReleaseCommand implements Command {

  @Parameters(paramLabel = "JOB", description = "The job.")
  private String job = "";

  @Mixin private final ActorOptions actor = new ActorOptions();
  @Mixin private final RequiredReason reason = new RequiredReason();
  @Mixin private final CommonOptions common = new CommonOptions();

  @Override
  public CommonOptions common() {
    return common;
  }

  @Override
  public ExitCode execute(BeanFactory beans, Terminal terminal) {
    HoldAnswer answer = beans.getBean(ManualHolds.class).release(job, actor.person(reason));
    HoldReport.tell(answer, terminal);
    return ExitCode.COMPLETE;
  }
}
