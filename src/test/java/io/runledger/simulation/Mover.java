package io.runledger.simulation;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread of a host. It moves only while it has the turn. */
final class Mover implements Runnable {

  private final Turns turns;
  private final Host host;
  private final String name;
  private final Runnable task;
  private volatile @Nullable Thread thread;
  private volatile boolean hasTurn;

  /** Counts its waits, so that an event that was for an earlier one is known to be stale. */
  private long wait;

  Mover(Turns turns, Host host, String name, Runnable task) {
    this.turns = turns;
    this.host = host;
    this.name = name;
    this.task = task;
  }

  Host host() {
    return host;
  }

  long currentWait() {
    return wait;
  }

  long nextWait() {
    return ++wait;
  }

  /** By whoever has the turn. */
  void giveTurn() {
    hasTurn = true;
    Thread waiting = thread;
    if (waiting == null) {
      turns.threads().execute(this);
    } else {
      LockSupport.unpark(waiting);
    }
  }

  /** On its own thread. */
  void awaitTurn() {
    while (!hasTurn) {
      LockSupport.park(this);
    }
  }

  void loseTurn() {
    hasTurn = false;
  }

  @Override
  public void run() {
    thread = Thread.currentThread();
    turns.move(this, task);
  }

  @Override
  public String toString() {
    return host + " " + name;
  }
}
