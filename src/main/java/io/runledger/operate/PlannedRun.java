package io.runledger.operate;

import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import org.jspecify.annotations.Nullable;

/**
 * One date of a backfill's plan.
 *
 * @param key the run
 * @param status what the ledger says of it; null if it was never run
 * @param verdict the answer to expect if it is asked for
 * @param asked whether it will be asked for
 * @param why why it may not run, in words; null if it may
 */
public record PlannedRun(
    RunKey key, @Nullable RunStatus status, String verdict, boolean asked, @Nullable String why) {

  /** Whether somebody works on it, and it is left to them. */
  boolean isLeftRunning() {
    return status == RunStatus.RUNNING && !asked;
  }
}
