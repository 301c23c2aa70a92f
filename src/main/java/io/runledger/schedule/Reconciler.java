package io.runledger.schedule;

import io.runledger.batch.RunLauncher;
import io.runledger.guard.Ledger;
import io.runledger.run.Cause;
import io.runledger.run.Layer;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Compares what the schedules say should exist with the ledger, and asks for what is missing. A
 * fire wakes it for one job, a round for all; it does the same in both, so that a fire that is
 * lost, late or doubled changes nothing. The batch date is the date of the last due time, never
 * that of a fire.
 */
public final class Reconciler {

  private static final Logger log = LoggerFactory.getLogger(Reconciler.class);

  private final JobRegister register;
  private final Ledger ledger;
  private final RunLauncher launcher;

  /** Runs for which the filter was busy; when it is met again, the lease is asked. */
  private final Set<RunKey> busy = ConcurrentHashMap.newKeySet();

  private final AtomicBoolean away = new AtomicBoolean();

  public Reconciler(JobRegister register, Ledger ledger, RunLauncher launcher) {
    this.register = register;
    this.ledger = ledger;
    this.launcher = launcher;
  }

  /** One round. A database that cannot answer ends it; the next round asks again. */
  void round(Collection<ScheduledJob> jobs) {
    jobs.forEach(this::wake);
  }

  /** Asks for the job's last due date, unless the ledger says that there is nothing to do. */
  void wake(ScheduledJob job) {
    try {
      job.schedule()
          .last(register.now(), register.since(job.name()))
          .map(LocalDateTime::toLocalDate)
          .ifPresent(date -> reconcile(RunKey.of(job.name(), date)));
      tellOfSuccess();
    } catch (DataAccessException | TransactionException e) {
      tellOfFailure(job, e);
    }
  }

  /** An outage is two lines: one when it begins, one when it ends. */
  private void tellOfFailure(ScheduledJob job, Exception error) {
    boolean isNews = !away.getAndSet(true);
    log.atLevel(isNews ? Level.WARN : Level.DEBUG)
        .addKeyValue("job", job.name())
        .setCause(isNews ? null : error)
        .log(
            "{}: the database could not say what is due ({}); each round asks again.",
            job.name(),
            NestedExceptionUtils.getMostSpecificCause(error).getMessage());
  }

  private void tellOfSuccess() {
    if (away.getAndSet(false)) {
      log.info("The database says again what is due.");
    }
  }

  private void reconcile(RunKey key) {
    Optional<Cause> cause = causeToAsk(ledger.read(key));
    if (cause.isEmpty()) {
      busy.remove(key);
      return;
    }
    RunRequest request = RunRequest.of(key, cause.get());
    Verdict verdict = launcher.ask(busy.contains(key) ? request.onceMore() : request);
    if (verdict instanceof Verdict.AlreadyRunning && verdict.decision().layer() == Layer.FILTER) {
      busy.add(key);
    } else {
      busy.remove(key);
    }
  }

  /**
   * A date without a run is due; a run without a pod is to be resumed; all else is as it should be.
   */
  private static Optional<Cause> causeToAsk(Optional<Run> run) {
    if (run.isEmpty()) {
      return Optional.of(Cause.schedule());
    }
    RunStatus status = run.get().status();
    boolean orphaned = status == RunStatus.RUNNING && !run.get().leaseLives();
    boolean stoppedByShutdown = status == RunStatus.STOPPED && !run.get().stoppedByPerson();
    return orphaned || stoppedByShutdown ? Optional.of(Cause.recovery()) : Optional.empty();
  }
}
