package io.runledger.guard;

import io.runledger.run.Attempt;
import io.runledger.run.AttemptStatus;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** What was granted to this JVM: keeps it while the attempt works, and ends it. */
public final class Grants implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Grants.class);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);

  private final Filter filter;
  private final LeaseArbiter arbiter;
  private final Ledger ledger;
  private final LiveAttempts live;
  private final GuardEvents events;
  private final TaggedSessions sessions;
  private final PodTime time;
  private final LeaseKeeper keeper;
  private final FilterWatch watch;

  Grants(
      Filter filter,
      LeaseArbiter arbiter,
      Ledger ledger,
      LiveAttempts live,
      GuardEvents events,
      TaggedSessions sessions,
      PodTime time) {
    this.filter = filter;
    this.arbiter = arbiter;
    this.ledger = ledger;
    this.live = live;
    this.events = events;
    this.sessions = sessions;
    this.time = time;
    this.keeper = new LeaseKeeper(arbiter, events, time);
    this.watch = new FilterWatch(filter, events, time);
  }

  /**
   * From here on the lease is renewed.
   *
   * @param askedAt {@link PodTime#nanoTime()} from before the lease was asked for
   * @param filterHeld whether Redis said that the lock is the attempt's
   */
  LiveAttempt begin(Claim claim, JobGuard job, String lockName, long askedAt, boolean filterHeld) {
    LiveAttempt begun = new LiveAttempt(claim, job, lockName);
    begun.whenLost(() -> filter.release(lockName, claim.attempt().id()));
    live.enter(begun);
    keeper.keep(begun, askedAt);
    if (filterHeld) {
      watch.watch(begun);
    }
    return begun;
  }

  /**
   * Ends the sessions that earlier attempts, which have the run or its lock name no longer, left in
   * the middle of a transaction. A failure is a warning: they can commit nothing, they only stand
   * in the way.
   */
  public void endSessionsBefore(LiveAttempt live) {
    Attempt successor = live.attempt();
    try {
      List<UUID> ended = sessions.endBefore(successor, live.lockName());
      if (!ended.isEmpty()) {
        AttemptFields.on(log.atInfo(), successor)
            .addKeyValue("superseded", ended)
            .log(
                "{}: ended {} database session(s) that superseded attempts had left open: {}",
                successor.key(),
                ended.size(),
                ended);
      }
    } catch (DataAccessException e) {
      AttemptFields.on(log.atWarn(), successor)
          .setCause(e)
          .log(
              "{}: sessions of superseded attempts could not be ended; what they locked stays locked"
                  + " until the server ends them.",
              successor.key());
    }
  }

  /**
   * Writes how the attempt ended, and gives back what it held. A fault of the database is waited
   * out as long as the lease lives, and at most for its length; after that the run is left for a
   * takeover, as it is at once if it seemed LOST. To be called when the attempt's last thread is
   * done.
   *
   * @return how it really ended: LOST if the run was no longer the attempt's
   */
  public AttemptEnd finish(LiveAttempt attempt, AttemptEnd asItSeemed) {
    AttemptEnd end = writeOrLeave(attempt, asItSeemed);
    attempt.over();
    try {
      if (end.status() != AttemptStatus.LOST) {
        release(attempt.lockName(), attempt.attempt().id());
      }
      filter.release(attempt.lockName(), attempt.attempt().id());
      live.leave(attempt);
      events.tell(listener -> listener.attemptEnded(attempt.attempt(), end, attempt.age()));
    } finally {
      // Last, since whoever waits for it may ask for the job's next run at once.
      attempt.ended(end);
    }
    return end;
  }

  /**
   * Never throws: an attempt whose end is stuck would keep its lease, and its run open for ever.
   */
  private AttemptEnd writeOrLeave(LiveAttempt attempt, AttemptEnd asItSeemed) {
    if (asItSeemed.status() == AttemptStatus.LOST && asItSeemed.message() != null) {
      return leave(attempt, asItSeemed.message());
    }
    try {
      return write(attempt, asItSeemed);
    } catch (RuntimeException | Error e) {
      AttemptFields.on(log.atError(), attempt.attempt())
          .setCause(e)
          .log(
              "{}: its end could not be written; the run is left for a takeover.",
              attempt.attempt().key());
      return leave(attempt, "its end could not be written: " + e);
    }
  }

  private AttemptEnd leave(LiveAttempt attempt, String why) {
    if (attempt.lose(why)) {
      events.tell(listener -> listener.attemptLost(attempt.attempt(), why));
    }
    return AttemptEnd.lost(why);
  }

  private AttemptEnd write(LiveAttempt attempt, AttemptEnd asItSeemed) {
    // A pool refuses a connection to a thread that is interrupted, as one of a stopping pod is.
    boolean interrupted = Thread.interrupted();
    long begun = time.nanoTime();
    try {
      for (int tries = 1; ; tries++) {
        String lost = attempt.lostBecause();
        if (lost != null) {
          return AttemptEnd.lost(lost);
        }
        try {
          return ledger
              .finish(attempt, asItSeemed)
              .orElseGet(() -> AttemptEnd.lost("the run was no longer its own when it ended"));
        } catch (DataAccessException | TransactionException e) {
          boolean givesUp = time.nanoTime() - begun >= attempt.job().lease().toNanos();
          notWritten(attempt, e, tries, givesUp);
        }
        interrupted |= pause();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Warns of the first try and of the last. */
  private void notWritten(LiveAttempt attempt, Exception why, int tries, boolean givesUp) {
    Duration limit = attempt.job().lease();
    if (givesUp) {
      leave(attempt, "its end could not be written for %s".formatted(limit));
    }
    AttemptFields.on(
            log.atLevel(tries == 1 || givesUp ? Level.WARN : Level.DEBUG), attempt.attempt())
        .setCause(why)
        .log(
            givesUp
                ? "{}: its end could not be written for {}; the run is left for a takeover."
                : "{}: its end could not be written; trying again for at most {}.",
            attempt.attempt().key(),
            limit);
  }

  /** Gives the lease back. A failure is a warning: the lease ends by itself. */
  void release(String lockName, UUID attempt) {
    try {
      arbiter.release(lockName, attempt);
    } catch (DataAccessException | TransactionException e) {
      log.atWarn()
          .addKeyValue("attempt", attempt)
          .addKeyValue("lock", lockName)
          .setCause(e)
          .log("The lease '{}' could not be released; it ends by itself.", lockName);
    }
  }

  /** True if it was cut short by an interrupt. */
  private boolean pause() {
    try {
      time.sleep(BETWEEN_TRIES);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  @Override
  public void close() {
    watch.close();
    keeper.close();
  }
}
