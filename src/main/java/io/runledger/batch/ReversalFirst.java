package io.runledger.batch;

import io.runledger.run.Attempt;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.job.SimpleStepHandler;
import org.springframework.batch.core.job.StartLimitExceededException;
import org.springframework.batch.core.launch.JobRestartException;
import org.springframework.batch.core.listener.JobExecutionListener;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.core.Ordered;
import org.springframework.transaction.PlatformTransactionManager;

/** Before a job's own steps, a reopened run undoes what the generation before it has done. */
final class ReversalFirst implements JobExecutionListener, Ordered {

  private static final String STEP = "reversal";

  private final JobRepository repository;
  private final Step step;

  /**
   * @param reversal null if the job has none
   */
  ReversalFirst(
      JobRepository repository,
      PlatformTransactionManager transactions,
      @Nullable Reversal reversal) {
    this.repository = repository;
    this.step =
        new StepBuilder(STEP, repository)
            .tasklet(
                new MarkedTasklet(
                    (contribution, chunk) -> {
                      reverse(reversal, CurrentAttempt.onThisThread());
                      return RepeatStatus.FINISHED;
                    }),
                transactions)
            .build();
  }

  private static void reverse(@Nullable Reversal reversal, Attempt attempt) {
    if (reversal == null) {
      throw new IllegalStateException(
          "%s was reopened, and there is no Reversal bean for its job any more; nothing was run."
              .formatted(attempt.key()));
    }
    reversal.reverse(attempt);
  }

  /** A step like any other: fenced, kept in the metadata, and not done again on a restart. */
  @Override
  public void beforeJob(JobExecution execution) {
    boolean isReopened =
        RunParameters.attempt(execution).filter(one -> one.generation() > 1).isPresent();
    if (!isReopened) {
      return;
    }
    try {
      StepExecution undone = new SimpleStepHandler(repository).handleStep(step, execution);
      if (undone.getStatus() != BatchStatus.COMPLETED) {
        throw failed(undone.getFailureExceptions().stream().findFirst().orElse(null));
      }
    } catch (JobInterruptedException e) {
      // The execution is STOPPING from here on, and the job's own first step does not start.
      execution.setStatus(BatchStatus.STOPPING);
    } catch (JobRestartException | StartLimitExceededException e) {
      throw failed(e);
    }
  }

  private static IllegalStateException failed(@Nullable Throwable why) {
    return new IllegalStateException("The run could not be undone, so it was not run again.", why);
  }

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }
}
