package io.runledger.schedule;

import io.runledger.batch.RunLauncher;
import io.runledger.guard.GuardEvents;
import io.runledger.guard.Ledger;
import io.runledger.run.Cause;
import io.runledger.run.OnLost;
import io.runledger.run.Run;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Resumes what waits for a pod: runs whose pod died or froze, runs that the shutdown of a pod
 * stopped, and runs that were reopened; of any date and part, with a schedule or without. One
 * statement a round finds them all. A job that this pod does not know is left alone, and so is
 * every run whose lease lives.
 */
public final class Recovery {

  private static final Logger log = LoggerFactory.getLogger(Recovery.class);

  private final Ledger ledger;
  private final RunLauncher launcher;
  private final GuardEvents events;
  private final Outage outage;
  private volatile Map<String, OnLost> jobs = Map.of();
  private volatile List<Run> left = List.of();

  /** Attempts that were told of as left; of the rounds' one thread only. */
  private final Set<UUID> told = new HashSet<>();

  Recovery(Ledger ledger, RunLauncher launcher, GuardEvents events, Outage outage) {
    this.ledger = ledger;
    this.launcher = launcher;
    this.events = events;
    this.outage = outage;
  }

  /** The jobs that this pod can resume; to be said before the first round. */
  void define(Map<String, OnLost> known) {
    jobs = Map.copyOf(known);
  }

  /** The runs that were lost and are left to a person, as the last round saw them. */
  public List<Run> left() {
    return left;
  }

  /** One round. A database that cannot answer ends it; the next round asks again. */
  void round() {
    if (jobs.isEmpty()) {
      return;
    }
    try {
      List<Run> waiting = ledger.waiting(jobs.keySet());
      outage.isOver();
      leave(waiting.stream().filter(this::isToBeLeft).toList());
      waiting.stream().filter(run -> !isToBeLeft(run)).forEach(this::resume);
    } catch (DataAccessException | TransactionException e) {
      outage.goesOn(e);
    }
  }

  /** One that somebody asked to stop is taken over, to be closed. */
  private boolean isToBeLeft(Run run) {
    return run.status() == RunStatus.RUNNING
        && run.stopAskedBy() == null
        && jobs.get(run.key().job()) == OnLost.LEAVE;
  }

  /** With what a person had added: it is their run that goes on. */
  private void resume(Run run) {
    if (!launcher.isLeaving()) {
      launcher.ask(
          new RunRequest(run.key(), Cause.recovery(), false, ledger.parameters(run.attemptId())));
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
