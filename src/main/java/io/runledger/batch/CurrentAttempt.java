package io.runledger.batch;

import io.runledger.run.Attempt;
import org.springframework.batch.core.scope.context.StepContext;
import org.springframework.batch.core.scope.context.StepSynchronizationManager;

/**
 * The attempt that the code runs for. Inject it into whatever a step uses, step-scoped or not, and
 * ask it on the step's thread; or look it up there with {@link #onThisThread()}. Its fence goes
 * with every effect outside the ledger's database: an outside system that keeps the highest number
 * it has seen, and refuses a lower one, is fenced like the database.
 */
public interface CurrentAttempt {

  /**
   * Key, id, number, generation, fence and pod.
   *
   * @throws IllegalStateException as {@link #onThisThread()}
   */
  Attempt get();

  /**
   * The attempt whose step runs on this thread.
   *
   * @throws IllegalStateException on another thread, or in a job that is not guarded
   */
  static Attempt onThisThread() {
    StepContext context = StepSynchronizationManager.getContext();
    if (context == null) {
      throw new IllegalStateException(
          "There is no attempt on thread '%s': no step runs on it. Ask on the step's thread, and hand the attempt over."
              .formatted(Thread.currentThread().getName()));
    }
    return RunParameters.attempt(context.getStepExecution().getJobExecution())
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "There is no attempt: the job '%s' is not guarded. Put it under runledger.jobs."
                        .formatted(context.getJobName())));
  }
}
