package io.runledger.test;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** What all connections of a proxy must pass: at once, after a delay, or not until it opens. */
final class Gate {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean isShut;
  private Duration delay = Duration.ZERO;

  void open() {
    change(() -> isShut = false);
  }

  void shut() {
    change(() -> isShut = true);
  }

  void delay(Duration time) {
    change(() -> delay = time);
  }

  /** Lets those who wait look again whether they have given up. */
  void wake() {
    change(() -> {});
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the delay and until the gate is open.
   *
   * @return false if the caller gave up instead
   */
  boolean pass(BooleanSupplier hasGivenUp) {
    lock.lock();
    try {
      long due = System.nanoTime() + delay.toNanos();
      while (!hasGivenUp.getAsBoolean()) {
        long remaining = due - System.nanoTime();
        if (isShut) {
          changed.await();
        } else if (remaining > 0) {
          var unused = changed.awaitNanos(remaining);
        } else {
          return true;
        }
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }
}
