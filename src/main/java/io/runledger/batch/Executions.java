package io.runledger.batch;

import io.runledger.guard.LiveAttempt;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.step.StepExecution;

/** Spring Batch's executions of the attempts that work in this pod, in memory. */
public final class Executions {

  private final Map<UUID, JobExecution> byAttempt = new ConcurrentHashMap<>();

  void began(LiveAttempt live, JobExecution execution) {
    byAttempt.put(live.attempt().id(), execution);
    live.whenItShallStop(() -> stop(execution));
  }

  void ended(LiveAttempt live) {
    byAttempt.remove(live.attempt().id());
  }

  /** The steps so far, in the order they were created. */
  public List<StepExecution> steps(UUID attempt) {
    JobExecution execution = byAttempt.get(attempt);
    return execution == null ? List.of() : List.copyOf(execution.getStepExecutions());
  }

  /** In memory, on the owning pod; through the repository it is racy and can end UNKNOWN. */
  private static void stop(JobExecution execution) {
    for (StepExecution step : execution.getStepExecutions()) {
      if (step.getStatus().isRunning()) {
        step.setTerminateOnly();
      }
    }
  }
}
