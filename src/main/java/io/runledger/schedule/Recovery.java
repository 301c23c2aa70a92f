package io.runledger.schedule;

import io.runledger.batch.RunLauncher;
import io.runledger.guard.FailedRun;
import io.runledger.guard.GuardEvents;
import io.runledger.guard.Ledger;
import io.runledger.guard.LedgerClock;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.OnLost;
import io.runledger.run.Run;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Goes on with what was begun. It resumes what waits for a pod: runs whose pod died or froze, runs
 * that the shutdown of a pod stopped, and runs that were reopened; of any date and part, with a
 * schedule or without. One statement a round finds them all. A job that this pod does not know is
 * left alone, and so is every run whose lease lives.
 */
public final class Recovery {

  private static final Logger log = LoggerFactory.getLogger(Recovery.class);

  private final Ledger ledger;
  private final LedgerClock clock;
  private final RunLauncher launcher;
  private final GuardEvents events;
  private final Outage outage;
  private volatile List<Run> left = List.of();

  /** Attempts that were told of as left; of the rounds' one thread only. */
  private final Set<UUID> told = new HashSet<>();

  Recovery(
      Ledger ledger, LedgerClock clock, RunLauncher launcher, GuardEvents events, Outage outage) {
    this.ledger = ledger;
    this.clock = clock;
    this.launcher = launcher;
    this.events = events;
    this.outage = outage;
  }

  /** The runs that were lost and are left to a person, as the last round saw them. */
  public List<Run> left() {
    return left;
  }

  /**
   * One round. A database that cannot answer ends it; the next round asks again.
   *
   * @param more is called when an attempt that it began has ended
   */
  void round(Work work, Runnable more) {
    try {
      List<Run> waiting = ledger.waiting(work.jobs());
      leave(waiting.stream().filter(run -> isToBeLeft(run, work)).toList());
      waiting.stream()
          .filter(run -> !isToBeLeft(run, work))
          .forEach(run -> ask(run, Cause.recovery(), more));
      Set<String> retried = work.retried();
      if (!retried.isEmpty()) {
        Instant now = clock.now();
        ledger.failed(retried).stream()
            .filter(failed -> isToBeRetried(failed, work, now))
            .forEach(failed -> ask(failed.run(), Cause.retry(), more));
      }
    } catch (DataAccessException | TransactionException e) {
      outage.goesOn(e);
    }
  }

  /** One that somebody asked to stop is taken over, to be closed. */
  private static boolean isToBeLeft(Run run, Work work) {
    return run.status() == RunStatus.RUNNING
        && run.stopAskedBy() == null
        && work.onLost().get(run.key().job()) == OnLost.LEAVE;
  }

  /** By the database's clock, which is the clock that its end was written by. */
  private static boolean isToBeRetried(FailedRun failed, Work work, Instant now) {
    Retry retry = work.schedules().of(failed.run().key().job()).orElseThrow().retry();
    Instant endedAt = failed.run().endedAt();
    return retry.isAllowedAfter(failed.failures())
        && endedAt != null
        && !now.isBefore(endedAt.plus(retry.delayAfter(failed.failures())));
  }

  /** With what a person had added: it is their run that goes on. */
  private void ask(Run run, Cause cause, Runnable more) {
    if (launcher.isLeaving()) {
      return;
    }
    Verdict verdict =
        launcher.ask(new RunRequest(run.key(), cause, false, ledger.parameters(run.attemptId())));
    Attempt attempt = verdict.attempt();
    if (attempt != null) {
      launcher.end(attempt.id()).ifPresentOrElse(end -> end.thenRun(more), more);
    }
  }

  private void leave(List<Run> runs) {
    left = List.copyOf(runs);
    told.retainAll(runs.stream().map(Run::attemptId).toList());
    runs.stream().filter(run -> told.add(run.attemptId())).forEach(this::tell);
  }

  private void tell(Run run) {
    events.tell(listener -> listener.runLeft(run));
    log.atWarn()
        .addKeyValue("run", run.key())
        .addKeyValue("attempt", run.attemptId())
        .addKeyValue("fence", run.fence())
        .log(
            "{}: attempt {} on {} was lost, and the run is left as it is, since"
                + " runledger.jobs.{}.on-lost is leave. Look what it did outside of the database, then"
                + " ask for the run by hand, which resumes it, or stop it.",
            run.key(),
            run.attempts(),
            run.pod(),
            run.key().job());
  }
}
