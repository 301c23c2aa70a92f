package io.runledger.run;

/** What became of a run, as the ledger has it. */
public enum RunStatus {
  /** An attempt works on it, or did until it died: look at the lease. */
  RUNNING,
  /** Its effects are committed, once. */
  COMPLETED,
  /** An attempt ended in an error; nobody tries again unasked. */
  FAILED,
  /** Stopped between two chunks, by a person or by the shutdown of a pod. */
  STOPPED,
  /** Was due, and by policy was not run. */
  MISSED,
  /** Was completed, and is to be undone and run again. */
  REOPENED
}
