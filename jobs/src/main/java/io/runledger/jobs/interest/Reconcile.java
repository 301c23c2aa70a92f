package io.runledger.jobs.interest;

import io.runledger.batch.CurrentAttempt;
import io.runledger.run.Attempt;
import java.time.LocalDate;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.stereotype.Component;

/**
 * The last step: counts the run, and refuses to let it complete if the count is not right or
 * accounts are left. In two transactions, so that the figures stay when it refuses.
 */
@Component
class Reconcile implements Tasklet {

  private final CurrentAttempt current;
  private final Reconciliation reconciliation;
  private final OpenFailures failures;

  Reconcile(CurrentAttempt current, Reconciliation reconciliation, OpenFailures failures) {
    this.current = current;
    this.reconciliation = reconciliation;
    this.failures = failures;
  }

  @Override
  public RepeatStatus execute(StepContribution contribution, ChunkContext chunk) {
    Attempt attempt = current.get();
    if (!chunk.hasAttribute("counted")) {
      reconciliation.count(attempt.key().batchDate(), attempt.fence());
      chunk.setAttribute("counted", true);
      return RepeatStatus.CONTINUABLE;
    }
    refuseBreaks(attempt.key().batchDate());
    refuseFailures(attempt.key().batchDate());
    return RepeatStatus.FINISHED;
  }

  private void refuseBreaks(LocalDate date) {
    reconciliation
        .firstBreak(date)
        .ifPresent(
            first -> {
              throw new IllegalStateException(first);
            });
  }

  private void refuseFailures(LocalDate date) {
    long open = failures.count(date);
    if (open > 0) {
      throw new IllegalStateException(
          "%d accounts could not be worked with on %s, and are listed in interest_failure: mend them and ask for the run again. The first is %s"
              .formatted(open, date, failures.example(date)));
    }
  }
}
