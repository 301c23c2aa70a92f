package io.runledger.guard;

import io.runledger.run.Run;

/**
 * A run that failed.
 *
 * @param run the ledger's row
 * @param failures how many attempts failed since it was opened, 1 or more
 */
public record FailedRun(Run run, int failures) {}
