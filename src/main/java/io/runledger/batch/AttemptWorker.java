package io.runledger.batch;

import io.runledger.guard.AttemptEnd;
import io.runledger.guard.AttemptFields;
import io.runledger.guard.Guard;
import io.runledger.guard.LiveAttempt;
import io.runledger.guard.Passage;
import io.runledger.run.Attempt;
import io.runledger.run.AttemptStatus;
import io.runledger.run.ReconciliationBreakException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.core.NestedExceptionUtils;

/**
 * Works on a granted run, on the calling thread, from the clean-up to the last word in the ledger.
 */
public final class AttemptWorker {

  private static final Logger log = LoggerFactory.getLogger(AttemptWorker.class);

  /** {@code idle_in_transaction_session_timeout}. */
  private static final String SAT_IDLE = "25P03";

  private static final String SHORTER_OR_LONGER =
      "A chunk left its transaction idle for longer than chunk-idle, and the server ended the"
          + " session; make the chunks shorter, or set runledger.jobs.<job>.chunk-idle to more.";

  private final Guard guard;
  private final GuardedJobs jobs;
  private final JobOperator operator;
  private final Takeover takeover;
  private final Executions executions;

  /**
   * @param operator starts jobs on the calling thread
   */
  public AttemptWorker(
      Guard guard,
      GuardedJobs jobs,
      JobOperator operator,
      Takeover takeover,
      Executions executions) {
    this.guard = guard;
    this.jobs = jobs;
    this.operator = operator;
    this.takeover = takeover;
    this.executions = executions;
  }

  /** Never throws; how it ended is in the ledger and in the attempt. */
  void work(Passage.Granted granted, Map<String, String> added) {
    LiveAttempt live = granted.attempt();
    AttemptEnd end;
    try {
      guard.grants().endSessionsBefore(live);
      end = launch(live, RunParameters.of(live.attempt(), added));
    } catch (Throwable t) {
      // An Error too: a run that is open for ever helps nobody.
      end = failed(List.of(t), "");
      AttemptFields.on(log.atLevel(live.isLost() ? Level.DEBUG : Level.ERROR), live.attempt())
          .setCause(t)
          .log("{}: attempt {} failed.", live.attempt().key(), live.attempt().number());
    }
    if (end.status() == AttemptStatus.FAILED
        && live.insteadOfWork() == null
        && live.toldToStopBy() == LiveAttempt.Stop.SHUTDOWN) {
      // Whatever it worked on may have been closed under it. If the fault is the job's own, the pod
      // that resumes it meets it again.
      end =
          new AttemptEnd(
              AttemptStatus.STOPPED, false, "failed while its pod shut down: " + end.message());
    }
    // Nothing that could fail stands before the finish.
    List<StepExecution> steps = executions.steps(live.attempt().id());
    executions.ended(live);
    AttemptEnd written = guard.grants().finish(live, end);
    tell(live, written, report(live.attempt(), steps));
  }

  /** A database that was away fails no run: the attempt is lost, and the run resumed unasked. */
  private static AttemptEnd failed(List<Throwable> failures, String withoutAny) {
    String why = failures.stream().findFirst().map(AttemptWorker::words).orElse(withoutAny);
    return DatabaseFault.isIn(failures)
        ? AttemptEnd.lost("the database was away: " + why)
        : AttemptEnd.failed(why);
  }

  /** A job's exception is a job's code, and may throw itself when it is asked what it says. */
  static String words(Throwable failure) {
    Throwable root = DatabaseFault.rootOf(failure);
    try {
      return describe(root);
    } catch (RuntimeException e) {
      return "%s: (its message cannot be read: %s)"
          .formatted(root.getClass().getSimpleName(), e.getClass().getSimpleName());
    }
  }

  private AttemptEnd launch(LiveAttempt live, JobParameters parameters) throws Exception {
    Job job = jobs.find(live.attempt().key().job()).orElseThrow().job();
    if (takeover.isCompleteAfterCleaning(live, parameters)) {
      return AttemptEnd.completed();
    }
    AttemptEnd insteadOfWork = live.insteadOfWork();
    if (insteadOfWork != null) {
      return insteadOfWork;
    }
    if (live.toldToStopBy() != null) {
      return stopped(live);
    }
    return end(live, operator.start(job, parameters));
  }

  private static AttemptEnd end(LiveAttempt live, JobExecution execution) {
    BatchStatus status = execution.getStatus();
    if (status == BatchStatus.COMPLETED) {
      return AttemptEnd.completed();
    }
    if (status == BatchStatus.STOPPED) {
      return stopped(live);
    }
    return failed(execution.getAllFailureExceptions(), "Spring Batch says " + status);
  }

  private static AttemptEnd stopped(LiveAttempt live) {
    // A job that stops itself wants a person to look at it.
    boolean byShutdown = live.toldToStopBy() == LiveAttempt.Stop.SHUTDOWN;
    return new AttemptEnd(AttemptStatus.STOPPED, !byShutdown, null);
  }

  private static String describe(Throwable t) {
    Throwable cause = NestedExceptionUtils.getMostSpecificCause(t);
    if (cause instanceof ReconciliationBreakException) {
      return String.valueOf(cause.getMessage());
    }
    String words = cause.getClass().getSimpleName() + ": " + cause.getMessage();
    boolean satIdle = cause instanceof SQLException error && SAT_IDLE.equals(error.getSQLState());
    return satIdle ? words + ". " + SHORTER_OR_LONGER : words;
  }

  private void tell(LiveAttempt live, AttemptEnd end, List<StepReport> steps) {
    Attempt attempt = live.attempt();
    boolean poisoned = live.insteadOfWork() != null && end.status() == AttemptStatus.FAILED;
    if (poisoned) {
      guard.events().tell(listener -> listener.runPoisoned(attempt));
    }
    for (StepReport step : steps) {
      guard
          .events()
          .tell(
              listener ->
                  listener.stepEnded(
                      attempt,
                      step.step(),
                      step.status(),
                      step.took(),
                      step.read(),
                      step.written()));
    }
    long read = steps.stream().mapToLong(StepReport::read).sum();
    long written = steps.stream().mapToLong(StepReport::written).sum();
    AttemptFields.on(log.atLevel(poisoned ? Level.ERROR : level(end)), attempt)
        .addKeyValue("status", end.status())
        .addKeyValue("tookMillis", live.age().toMillis())
        .addKeyValue("read", read)
        .addKeyValue("written", written)
        .log(
            "{}: attempt {} {} after {} ms, {} read, {} written{}",
            attempt.key(),
            attempt.number(),
            end.status(),
            live.age().toMillis(),
            read,
            written,
            end.message() == null ? "." : ": " + end.message());
  }

  /** What failed waits for a person; what was lost has been told by whoever noticed. */
  private static Level level(AttemptEnd end) {
    return end.status() == AttemptStatus.FAILED ? Level.WARN : Level.INFO;
  }

  private List<StepReport> report(Attempt attempt, List<StepExecution> steps) {
    Job job = jobs.find(attempt.key().job()).orElseThrow().job();
    return StepReport.of(job, steps);
  }
}
