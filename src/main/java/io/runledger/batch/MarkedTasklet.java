package io.runledger.batch;

import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.tasklet.StoppableTasklet;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * A tasklet that is not called again once its effects are committed. Spring Batch commits them
 * while the step still is STARTED, and writes COMPLETED in another transaction; killed in between,
 * the tasklet would run twice. So when it finishes, a mark goes into the step's context, in the
 * same transaction as its effects; it holds the exit code that a flow decides by.
 */
final class MarkedTasklet implements StoppableTasklet {

  private static final String FINISHED = "runledger.tasklet.finished";

  /** That the mark was found: this execution of the step did nothing. */
  private static final String FOUND = "runledger.tasklet.found";

  private final Tasklet tasklet;

  MarkedTasklet(Tasklet tasklet) {
    this.tasklet = tasklet;
  }

  @Override
  public @Nullable RepeatStatus execute(StepContribution contribution, ChunkContext chunk)
      throws Exception {
    ExecutionContext context = chunk.getStepContext().getStepExecution().getExecutionContext();
    if (context.containsKey(FINISHED)) {
      context.putString(FOUND, "true");
      contribution.setExitStatus(new ExitStatus(context.getString(FINISHED)));
      return RepeatStatus.FINISHED;
    }
    RepeatStatus status = tasklet.execute(contribution, chunk);
    if (status != RepeatStatus.CONTINUABLE) {
      context.putString(FINISHED, contribution.getExitStatus().getExitCode());
    }
    return status;
  }

  /** Whether the step, if it is a tasklet's, has done nothing but to find that it was done. */
  static boolean wasDoneBefore(StepExecution step) {
    return step.getExecutionContext().containsKey(FOUND);
  }

  @Override
  @SuppressWarnings("removal") // still abstract in Spring Batch 6
  public void stop() {
    if (tasklet instanceof StoppableTasklet stoppable) {
      stoppable.stop();
    }
  }

  @Override
  public void stop(StepExecution step) {
    if (tasklet instanceof StoppableTasklet stoppable) {
      stoppable.stop(step);
    }
  }
}
