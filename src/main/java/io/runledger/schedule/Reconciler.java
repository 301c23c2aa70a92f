package io.runledger.schedule;

import io.runledger.batch.RunLauncher;
import io.runledger.guard.JobRegister;
import io.runledger.guard.Ledger;
import io.runledger.guard.LedgerClock;
import io.runledger.run.Cause;
import io.runledger.run.Layer;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Compares what the schedules say should exist with the ledger, and asks for what is missing. A
 * fire wakes it for one job, a round for all; it does the same in both, so that a fire that is
 * lost, late or doubled changes nothing. The batch date is the date of the last due time, never
 * that of a fire.
 */
public final class Reconciler {

  private final JobRegister register;
  private final LedgerClock clock;
  private final Ledger ledger;
  private final RunLauncher launcher;

  /** Runs for which the filter was busy; when it is met again, the lease is asked. */
  private final Set<RunKey> busy = ConcurrentHashMap.newKeySet();

  private final Outage outage;

  Reconciler(
      JobRegister register, LedgerClock clock, Ledger ledger, RunLauncher launcher, Outage outage) {
    this.register = register;
    this.clock = clock;
    this.ledger = ledger;
    this.launcher = launcher;
    this.outage = outage;
  }

  /** One round. A database that cannot answer ends it; the next round asks again. */
  void round(Collection<ScheduledJob> jobs) {
    jobs.forEach(this::wake);
  }

  /** Asks for the job's last due date, unless the ledger says that there is nothing to do. */
  void wake(ScheduledJob job) {
    try {
      job.schedule()
          .last(clock.now(), since(job.name()))
          .map(LocalDateTime::toLocalDate)
          .ifPresent(date -> reconcile(RunKey.of(job.name(), date)));
      outage.isOver();
    } catch (DataAccessException | TransactionException e) {
      outage.goesOn(e);
    }
  }

  private Instant since(String job) {
    register.register(List.of(job));
    return Objects.requireNonNull(register.all().get(job)).since();
  }

  /**
   * A date that has a run is not asked for: what became of it is recovery's matter, or a person's.
   */
  private void reconcile(RunKey key) {
    if (ledger.read(key).isPresent()) {
      busy.remove(key);
      return;
    }
    RunRequest request = RunRequest.of(key, Cause.schedule());
    Verdict verdict = launcher.ask(busy.contains(key) ? request.onceMore() : request);
    if (verdict instanceof Verdict.AlreadyRunning && verdict.decision().layer() == Layer.FILTER) {
      busy.add(key);
    } else {
      busy.remove(key);
    }
  }
}
