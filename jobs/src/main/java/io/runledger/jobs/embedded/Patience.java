package io.runledger.jobs.embedded;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a state of the world outside this JVM, which can only be asked, not awaited. */
final class Patience {

  private static final int STEP_MILLIS = 10;

  private Patience() {}

  /** Asks until the answer is yes. Returns the last answer: false if the limit has passed. */
  static boolean await(Duration limit, BooleanSupplier state) {
    long start = System.nanoTime();
    while (!state.getAsBoolean()) {
      if (System.nanoTime() - start >= limit.toNanos()) {
        return false;
      }
      try {
        Thread.sleep(STEP_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }
}
