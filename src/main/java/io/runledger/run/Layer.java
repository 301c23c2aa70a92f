package io.runledger.run;

/** Who decided a verdict. */
public enum Layer {
  /** This JVM, before it asked anybody else. */
  POD,
  /** Layer 1, Redis: cheap, may lie, fails open. */
  FILTER,
  /** Layer 2, the lease row: the arbiter. */
  LEASE,
  /** Layer 3, the run's row: the gate. */
  LEDGER
}
