package io.runledger.batch;

import io.runledger.guard.Fence;
import io.runledger.guard.LiveAttempt;
import io.runledger.guard.LiveAttempts;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.dao.ExecutionContextDao;
import org.springframework.batch.core.repository.dao.JobExecutionDao;
import org.springframework.batch.core.repository.dao.JobInstanceDao;
import org.springframework.batch.core.repository.dao.StepExecutionDao;
import org.springframework.batch.core.repository.support.SimpleJobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Spring Batch's repository with the fence before every write of a guarded job's metadata. It
 * stands inside the repository's transaction proxy, so the fence is read in the transaction that
 * the write belongs to: for a chunk and a tasklet that is the transaction of their effects.
 *
 * <p>Creates are fenced too. A pod frozen before it creates a step's row would otherwise, once
 * woken, leave an empty row with the highest id, and the next attempt would start at the beginning.
 */
final class FencedJobRepository extends SimpleJobRepository {

  private final Fence fence;
  private final GuardedJobs jobs;
  private final LiveAttempts attempts;
  private final Executions executions;
  private final LastStep lastStep;

  FencedJobRepository(
      JobInstanceDao jobInstanceDao,
      JobExecutionDao jobExecutionDao,
      StepExecutionDao stepExecutionDao,
      ExecutionContextDao contextDao,
      Fence fence,
      GuardedJobs jobs,
      LiveAttempts attempts,
      Executions executions,
      LastStep lastStep) {
    super(jobInstanceDao, jobExecutionDao, stepExecutionDao, contextDao);
    this.fence = fence;
    this.jobs = jobs;
    this.attempts = attempts;
    this.executions = executions;
    this.lastStep = lastStep;
  }

  @Override
  public JobInstance createJobInstance(String jobName, JobParameters parameters) {
    pass(jobName, parameters);
    return super.createJobInstance(jobName, parameters);
  }

  @Override
  public JobExecution createJobExecution(
      JobInstance instance, JobParameters parameters, ExecutionContext context) {
    Optional<LiveAttempt> live = pass(instance.getJobName(), parameters);
    JobExecution execution = super.createJobExecution(instance, parameters, context);
    live.ifPresent(attempt -> executions.began(attempt, execution));
    return execution;
  }

  @Override
  public StepExecution createStepExecution(String stepName, JobExecution execution) {
    Optional<LiveAttempt> live = pass(execution);
    StepExecution step = super.createStepExecution(stepName, execution);
    if (live.isPresent() && live.get().shallStop()) {
      step.setTerminateOnly();
    }
    return step;
  }

  @Override
  public void update(JobExecution execution) {
    if (pass(execution).isPresent()) {
      execution.setExitStatus(storable(execution.getExitStatus()));
    }
    super.update(execution);
  }

  @Override
  public void update(StepExecution step) {
    Optional<LiveAttempt> live = pass(step);
    live.ifPresent(attempt -> step.setExitStatus(storable(step.getExitStatus())));
    boolean starts = step.getStatus() == BatchStatus.STARTED && step.getLastUpdated() == null;
    super.update(step);
    if (starts) {
      // A restarted step has its checkpoint in memory only until its first chunk commits; a second
      // crash before that would begin at the beginning.
      super.updateExecutionContext(step);
    }
    if (isProgress(step)) {
      live.ifPresent(fence::progress);
    }
  }

  /**
   * Whether a restart will find less to do: a chunk is in, or the step is done. A step that is
   * abandoned is an earlier attempt's.
   */
  private static boolean isProgress(StepExecution step) {
    return step.getStatus() == BatchStatus.COMPLETED
        || (step.getStatus() != BatchStatus.ABANDONED
            && step.getCommitCount() > 0
            && !MarkedTasklet.wasDoneBefore(step));
  }

  @Override
  public void updateExecutionContext(StepExecution step) {
    pass(step.getJobExecution());
    super.updateExecutionContext(step);
  }

  @Override
  public void updateExecutionContext(JobExecution execution) {
    pass(execution);
    super.updateExecutionContext(execution);
  }

  @Override
  public void deleteStepExecution(StepExecution step) {
    pass(step.getJobExecution());
    super.deleteStepExecution(step);
  }

  @Override
  public void deleteJobExecution(JobExecution execution) {
    pass(execution);
    super.deleteJobExecution(execution);
  }

  @Override
  public void deleteJobInstance(JobInstance instance) {
    for (JobExecution execution : getJobExecutions(instance)) {
      pass(execution);
    }
    super.deleteJobInstance(instance);
  }

  /** By id: Spring Batch orders by the pods' clocks, and two hours of skew repeat a chunk. */
  @Override
  public @Nullable StepExecution getLastStepExecution(JobInstance instance, String stepName) {
    if (!jobs.contains(instance.getJobName())) {
      return super.getLastStepExecution(instance, stepName);
    }
    List<Long> id = lastStep.idOf(instance, stepName);
    return id.isEmpty() ? null : getStepExecution(id.get(0));
  }

  /** PostgreSQL's text takes no NUL; a failure that quotes one would leave its step open. */
  private static ExitStatus storable(ExitStatus status) {
    return new ExitStatus(
        status.getExitCode(), status.getExitDescription().replace('\u0000', '\uFFFD'));
  }

  /**
   * A flow that led on from a failed step abandons that step once more when it is restarted: an
   * execution of an earlier attempt, which the one that works here now answers for. Nothing else of
   * an earlier attempt passes: a thread that it left behind would write its chunk under the new
   * fence.
   */
  private Optional<LiveAttempt> pass(StepExecution step) {
    JobExecution execution = step.getJobExecution();
    if (step.getStatus() == BatchStatus.ABANDONED) {
      Optional<LiveAttempt> successor = successor(execution);
      successor.ifPresent(fence::require);
      if (successor.isPresent()) {
        return successor;
      }
    }
    return pass(execution);
  }

  /** Who works at the run of the execution here now, if its own attempt does not any more. */
  private Optional<LiveAttempt> successor(JobExecution execution) {
    return RunParameters.attempt(execution)
        .filter(own -> attempts.byId(own.id()).isEmpty())
        .flatMap(own -> attempts.at(own.key(), own.generation()));
  }

  private Optional<LiveAttempt> pass(JobExecution execution) {
    return pass(execution.getJobInstance().getJobName(), execution.getJobParameters());
  }

  /** Returns for a guarded job only if its attempt may write in this transaction. */
  private Optional<LiveAttempt> pass(String job, JobParameters parameters) {
    if (!jobs.contains(job)) {
      return Optional.empty();
    }
    UUID id =
        RunParameters.attemptId(parameters)
            .orElseThrow(() -> new StartedAroundTheLauncherException(job));
    LiveAttempt live =
        attempts.byId(id).orElseThrow(() -> new StartedAroundTheLauncherException(job, id));
    fence.require(live);
    return Optional.of(live);
  }
}
