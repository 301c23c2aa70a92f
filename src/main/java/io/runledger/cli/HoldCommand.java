package io.runledger.cli;

import io.runledger.operate.HoldAnswer;
import io.runledger.operate.ManualHolds;
import org.springframework.beans.factory.BeanFactory;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Holds a job back on all pods. */
@CommandLine.Command(
    name = "hold",
    description = {
      "Holds a job back on all pods: nothing of it starts, not even by hand.",
      "What works already goes on to its end; what falls due meanwhile waits for 'release'."
    })
final class HoldCommand implements Command {

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
    HoldAnswer answer = beans.getBean(ManualHolds.class).hold(job, actor.person(reason));
    HoldReport.tell(answer, terminal);
    return ExitCode.COMPLETE;
  }
}
