package io.runledger.guard;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Keeps the leases of this JVM's attempts: renews each every third of its length, and lets an
 * attempt go when its lease is gone. A lease is gone when a renewal finds another owner, or when
 * the local monotonic deadline passes without a confirmed renewal; an error is neither, and is
 * tried again. The deadline is counted from before the statement was sent, so that it is never
 * later than the server's.
 */
final class LeaseKeeper implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LeaseKeeper.class);

  private final LeaseArbiter arbiter;
  private final GuardEvents events;
  private final PodTime time;
  private final ScheduledExecutorService renewals;
  // A hung database holds the renewing thread; the deadline must fall all the same.
  private final ScheduledExecutorService deadlines;

  LeaseKeeper(LeaseArbiter arbiter, GuardEvents events, PodTime time) {
    this.arbiter = arbiter;
    this.events = events;
    this.time = time;
    this.renewals = time.timer("runledger-renewal");
    this.deadlines = time.timer("runledger-deadline");
  }

  /**
   * Begins to keep the attempt's lease.
   *
   * @param askedAt {@link PodTime#nanoTime()} from before the lease was asked for
   */
  Kept keep(LiveAttempt attempt, long askedAt) {
    Kept kept = new Kept(attempt, askedAt);
    kept.renewLater(kept.lease.dividedBy(3));
    kept.watchDeadline();
    return kept;
  }

  @Override
  public void close() {
    renewals.shutdownNow();
    deadlines.shutdownNow();
  }

  /** A lease that is being kept, until it is let go. */
  final class Kept {

    private final LiveAttempt attempt;
    private final Duration lease;
    private volatile long confirmedAt;
    private volatile boolean letGo;
    // Of the renewing thread only.
    private boolean failing;

    private Kept(LiveAttempt attempt, long askedAt) {
      this.attempt = attempt;
      this.lease = attempt.job().lease();
      this.confirmedAt = askedAt;
    }

    /** Ends the keeping; the row is released by whoever knows that the work has ended. */
    void letGo() {
      letGo = true;
    }

    private Duration left() {
      return lease.minusNanos(time.nanoTime() - confirmedAt);
    }

    private boolean isDone() {
      return letGo || attempt.isLost() || attempt.isOver();
    }

    private void renew() {
      if (isDone()) {
        return;
      }
      long askedAt = time.nanoTime();
      try {
        if (arbiter.renew(attempt.lockName(), attempt.attempt().id(), attempt.attempt().fence())) {
          confirmedAt = askedAt;
          tellOfSuccess();
          renewLater(lease.dividedBy(3));
        } else if (!isDone()) {
          lose("the lease '%s' has another owner".formatted(attempt.lockName()));
        }
      } catch (DataAccessException | TransactionException e) {
        // First, since a heap that is full may fail what follows.
        renewLater(lease.dividedBy(15));
        events.tell(listener -> listener.renewalFailed(attempt.attempt(), e));
        tellOfFailure(e);
      } catch (RuntimeException | Error e) {
        renewLater(lease.dividedBy(15));
        throw e;
      }
    }

    /** An outage is two lines: one when it begins, one when it ends. That it is lost was told. */
    private void tellOfFailure(Exception error) {
      if (isDone()) {
        return;
      }
      AttemptFields.on(failing ? log.atDebug() : log.atWarn(), attempt.attempt())
          .addKeyValue("lock", attempt.lockName())
          .setCause(failing ? error : null)
          .log(
              "{}: the lease '{}' could not be renewed ({}); {} ms are left, trying again.",
              attempt.attempt().key(),
              attempt.lockName(),
              NestedExceptionUtils.getMostSpecificCause(error).getMessage(),
              left().toMillis());
      failing = true;
    }

    private void tellOfSuccess() {
      if (failing) {
        AttemptFields.on(log.atInfo(), attempt.attempt())
            .addKeyValue("lock", attempt.lockName())
            .log(
                "{}: the lease '{}' is renewed again.",
                attempt.attempt().key(),
                attempt.lockName());
      }
      failing = false;
    }

    private void renewLater(Duration delay) {
      schedule(renewals, this::renew, delay);
    }

    private void watchDeadline() {
      Duration left = left();
      if (isDone()) {
        return;
      }
      if (left.isNegative() || left.isZero()) {
        lose("no renewal of its lease was confirmed for %d ms".formatted(lease.toMillis()));
      } else {
        schedule(deadlines, this::watchDeadline, left);
      }
    }

    private void lose(String why) {
      if (attempt.lose(why)) {
        events.tell(listener -> listener.attemptLost(attempt.attempt(), why));
        AttemptFields.on(log.atWarn(), attempt.attempt())
            .log(
                "{}: attempt {} is lost: {}. It stops, and commits nothing more.",
                attempt.attempt().key(),
                attempt.attempt().number(),
                why);
        attempt.connections().abort();
      }
    }

    private void schedule(ScheduledExecutorService executor, Runnable task, Duration delay) {
      try {
        ScheduledFuture<?> unused =
            executor.schedule(task, Math.max(1, delay.toMillis()), TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        // The keeper is closed; the attempts that are left lose their leases in time.
        letGo = true;
      }
    }
  }
}
