package io.runledger.guard;

import io.runledger.run.Attempt;
import io.runledger.run.Run;
import io.runledger.run.Verdict;
import java.time.Duration;

/**
 * What can happen in the guard, one method an event. Implementations are called on the guard's own
 * threads and must be quick; what they throw is logged and changes nothing.
 */
public interface GuardListener {

  /** Somebody asked for a run and was answered. */
  default void answered(Verdict verdict) {}

  /** Redis could not say whether the lock name is free; the lease decides alone. */
  default void filterUnknown(String lockName) {}

  /** Redis no longer has the attempt's lock although the attempt works; it goes on. */
  default void filterLost(Attempt attempt) {}

  /** A renewal of the lease ended in an error; it will be tried again until the local deadline. */
  default void renewalFailed(Attempt attempt, Exception error) {}

  /** The attempt is lost. */
  default void attemptLost(Attempt attempt, String why) {}

  /**
   * Too many attempts at the run were lost without a chunk: this one closes the run as FAILED, and
   * nobody tries again unasked.
   */
  default void runPoisoned(Attempt attempt) {}

  /** A run was lost, and its job's settings leave it to a person; once for each lost attempt. */
  default void runLeft(Run run) {}

  /** A write was refused, and rolled back, because its attempt is lost. */
  default void fenceRefused(Attempt attempt) {}

  /** The last thread has left the attempt. */
  default void attemptEnded(Attempt attempt, AttemptEnd end, Duration took) {}

  /** A step of a guarded job ended. */
  default void stepEnded(
      Attempt attempt, String step, String status, Duration took, long read, long written) {}
}
