package io.runledger.jobs.interest;

import io.runledger.batch.CurrentAttempt;
import io.runledger.run.Attempt;
import io.runledger.run.ReconciliationBreakException;
import java.time.LocalDate;
import java.util.List;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.stereotype.Component;

/**
 * The last step, in several transactions: it takes up the accounts that failed, counts the run day
 * by day, and refuses to let it complete if the count is not right or accounts are left. What it
 * wrote stays when it refuses; asked for again it begins anew.
 */
@Component
class Reconcile implements Tasklet {

  private static final String MENDED_UP_TO = "mendedUpTo";
  private static final String COUNTED_UP_TO = "countedUpTo";

  private final CurrentAttempt current;
  private final InterestWorker worker;
  private final OpenFailures failures;
  private final Reconciliation reconciliation;
  private final InterestSettings settings;

  Reconcile(
      CurrentAttempt current,
      InterestWorker worker,
      OpenFailures failures,
      Reconciliation reconciliation,
      InterestSettings settings) {
    this.current = current;
    this.worker = worker;
    this.failures = failures;
    this.reconciliation = reconciliation;
    this.settings = settings;
  }

  @Override
  public RepeatStatus execute(StepContribution contribution, ChunkContext chunk) {
    Attempt attempt = current.get();
    CoveredDays days = CoveredDays.of(attempt);
    if (mendSome(attempt, chunk) || countADay(days, attempt, chunk)) {
      return RepeatStatus.CONTINUABLE;
    }
    refuseBreaks(days, attempt);
    refuseFailures(attempt);
    return RepeatStatus.FINISHED;
  }

  /** A chunk of those that are listed; false if all were taken up. */
  private boolean mendSome(Attempt attempt, ChunkContext chunk) {
    long last = chunk.getAttribute(MENDED_UP_TO) instanceof Long account ? account : Long.MIN_VALUE;
    List<Account> listed = failures.after(last, attempt, settings.chunkSize());
    if (listed.isEmpty()) {
      return false;
    }
    worker.mend(listed);
    chunk.setAttribute(MENDED_UP_TO, listed.get(listed.size() - 1).accountId());
    return true;
  }

  /** The next of the covered days; false if all were counted. */
  private boolean countADay(CoveredDays days, Attempt attempt, ChunkContext chunk) {
    LocalDate day =
        chunk.getAttribute(COUNTED_UP_TO) instanceof LocalDate counted
            ? counted.plusDays(1)
            : days.first();
    if (day.isAfter(days.last())) {
      return false;
    }
    reconciliation.count(day, attempt);
    chunk.setAttribute(COUNTED_UP_TO, day);
    return true;
  }

  private void refuseBreaks(CoveredDays days, Attempt attempt) {
    reconciliation
        .firstBreak(days, attempt)
        .ifPresent(
            first -> {
              throw new ReconciliationBreakException(first);
            });
  }

  private void refuseFailures(Attempt attempt) {
    long open = failures.count(attempt);
    if (open > 0) {
      throw new IllegalStateException(
          "%d accounts could not be worked with on %s, and are listed in interest_failure: mend them and ask for the run again. The first is %s"
              .formatted(open, attempt.key().batchDate(), failures.example(attempt)));
    }
  }
}
