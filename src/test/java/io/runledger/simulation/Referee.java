package io.runledger.simulation;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets a statement run on the real server while its mover keeps the turn. If the server makes it
 * wait for a lock, whose owner has not got the turn, the referee takes the turn away and gives it
 * to others; the statement is answered in the simulated time when somebody has let the lock go.
 */
final class Referee implements AutoCloseable {

  /** What a session does for its mover. */
  @FunctionalInterface
  interface Statement<T extends @Nullable Object> {
    T run() throws SQLException;
  }

  /** A statement on its way through the server. */
  private static final class Ask {
    final Mover mover;
    final int backend;
    final @Nullable Duration limit;
    final long begun = System.nanoTime();
    volatile boolean isAnswered;

    Ask(Mover mover, int backend, @Nullable Duration limit) {
      this.mover = mover;
      this.backend = backend;
      this.limit = limit;
    }
  }

  private static final long LOOK_NANOS = 500_000;
  private static final long SUSPICIOUS_NANOS = 2_000_000;
  private static final Duration STUCK = Duration.ofSeconds(30);

  private final Turns turns;
  private final Backends backends;
  private final AtomicReference<@Nullable Ask> running = new AtomicReference<>();
  private final List<Ask> waiting = new ArrayList<>();
  private final Thread watch = new Thread(this::watch, "referee");
  private volatile boolean closed;

  Referee(Turns turns, Backends backends) {
    this.turns = turns;
    this.backends = backends;
    watch.setDaemon(true);
    watch.start();
  }

  /**
   * Runs the statement, by the mover that has the turn, and has it again at the end.
   *
   * @param backend the process that serves the session
   * @param limit after which the server gives up a wait for a lock; null if it does not
   */
  <T extends @Nullable Object> T run(int backend, @Nullable Duration limit, Statement<T> statement)
      throws SQLException {
    Ask ask = new Ask(turns.mover(), backend, limit);
    ask.mover.host().requireAlive();
    running.set(ask);
    try {
      return statement.run();
    } finally {
      if (!running.compareAndSet(ask, null)) {
        ask.isAnswered = true;
        ask.mover.awaitTurn();
      }
      settle();
    }
  }

  /** Looks whether somebody who waited for a lock has been answered since; keeps the turn. */
  void settle() {
    boolean changed = !waiting.isEmpty();
    while (changed) {
      changed = false;
      for (Ask ask : List.copyOf(waiting)) {
        if (awaitIfServed(ask)) {
          waiting.remove(ask);
          turns.wake(ask.mover);
          changed = true;
        }
      }
    }
  }

  /** Whether the mover waits for a lock. */
  boolean isWaiting(Mover mover) {
    return waiting.stream().anyMatch(ask -> ask.mover == mover);
  }

  /** Ends the mover's wait for a lock, if it waits, with an error of the server's. */
  void giveUp(Mover mover) {
    List.copyOf(waiting).stream().filter(ask -> ask.mover == mover).forEach(this::giveUp);
  }

  private void giveUp(Ask ask) {
    if (!waiting.remove(ask)) {
      return;
    }
    backends.cancel(ask.backend);
    long begun = System.nanoTime();
    while (!ask.isAnswered) {
      refuseToHang(begun, ask);
      LockSupport.parkNanos(50_000);
    }
    turns.wake(ask.mover);
    settle();
  }

  private boolean awaitIfServed(Ask ask) {
    long begun = System.nanoTime();
    while (!ask.isAnswered) {
      if (backends.waitsForLock(ask.backend)) {
        return false;
      }
      refuseToHang(begun, ask);
      LockSupport.parkNanos(50_000);
    }
    return true;
  }

  private static void refuseToHang(long begun, Ask ask) {
    if (System.nanoTime() - begun > STUCK.toNanos()) {
      throw new IllegalStateException("a statement of " + ask.mover + " neither waits nor ends");
    }
  }

  private void watch() {
    while (!closed) {
      Ask ask = running.get();
      if (ask == null
          || System.nanoTime() - ask.begun < SUSPICIOUS_NANOS
          || !backends.waitsForLock(ask.backend)) {
        LockSupport.parkNanos(LOOK_NANOS);
      } else if (running.compareAndSet(ask, null)) {
        waiting.add(ask);
        if (ask.limit != null) {
          turns.at(ask.limit, null, () -> giveUp(ask));
        }
        turns.takeFrom(ask.mover);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
