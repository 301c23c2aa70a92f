package io.runledger.mutant;

import java.time.Duration;

/**
 * What came of a trial.
 *
 * @param after how long it took, from the start of its JVM
 * @param said the test that was red and what it said, or what went wrong
 */
record Finding(Kind kind, Duration after, String said) {

  enum Kind {
    /** A test was red. */
    RED,
    /** All tests were green. */
    GREEN,
    /** A test did not come to its end in time. */
    HANGS,
    /** No test was run, or something failed outside of a test: it shows nothing. */
    BROKEN
  }

  boolean isCaught() {
    return kind == Kind.RED || kind == Kind.HANGS;
  }

  /** With one digit behind the point. */
  String seconds() {
    long tenths = (after.toMillis() + 50) / 100;
    return "%d.%d".formatted(tenths / 10, tenths % 10);
  }
}
