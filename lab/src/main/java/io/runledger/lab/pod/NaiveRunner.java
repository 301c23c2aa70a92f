package io.runledger.lab.pod;

import static io.runledger.lab.pod.Telling.tell;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Happening;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** One fire: lock, perhaps lease, work, and everything given back in a finally. */
final class NaiveRunner {

  private static final Duration POLL = Duration.ofMillis(100);

  private final NaiveSettings settings;
  private final NaiveLock lock;
  private final NaiveWork work;

  NaiveRunner(NaiveSettings settings, NaiveLock lock) {
    this.settings = settings;
    this.lock = lock;
    this.work = new NaiveWork(settings);
  }

  void fire() throws Exception {
    if (waits()) {
      lock.lock();
    } else if (!lock.tryLock()) {
      tell(Happening.REFUSED, "the lock is taken");
      return;
    }
    try {
      underTheLock();
    } finally {
      lock.unlock();
    }
    if (settings.guard() != Guard.NONE) {
      tell(Happening.NOTE, Telling.UNLOCKED);
    }
  }

  /** Asks the database, and does nothing. */
  void look() throws SQLException {
    work.isDone();
  }

  private boolean waits() {
    return settings.habit() == Habit.LOOKS_FIRST;
  }

  private void underTheLock() throws SQLException {
    if (settings.guard() != Guard.REDIS_LEASE) {
      oneDate();
      return;
    }
    NodeLease lease = new NodeLease(settings);
    while (!lease.acquire()) {
      if (!waits() || work.isDone()) {
        tell(Happening.REFUSED, "the lease is taken");
        return;
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    try {
      oneDate();
    } finally {
      lease.release();
    }
  }

  private void oneDate() throws SQLException {
    if (waits() && work.isDone()) {
      tell(Happening.REFUSED, "the date is done");
      return;
    }
    tell(Happening.GRANTED, settings.guard() == Guard.NONE ? "runs" : "has the lock, runs");
    work.run(waits());
    tell(Happening.ENDED, "the date is done");
  }
}
