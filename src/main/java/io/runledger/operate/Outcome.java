package io.runledger.operate;

import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What became of a request.
 *
 * @param verdict the last answer that was given
 * @param status what the run was found to be when the waiting ended; null if that is not known
 * @param message what went wrong with the run, if anything did
 */
public record Outcome(Verdict verdict, @Nullable RunStatus status, @Nullable String message) {

  /** Whether the run's effects are committed, now or before. */
  public boolean isComplete() {
    return status == RunStatus.COMPLETED;
  }
}
