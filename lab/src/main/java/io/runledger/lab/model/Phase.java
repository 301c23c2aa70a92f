package io.runledger.lab.model;

/** How far a pod is in the transaction of its activity. */
enum Phase {
  /** No transaction is open. */
  NONE,
  /** Begun; what it wrote is seen by nobody. */
  OPEN,
  /** The advisory lock is held: shared in a fenced write, exclusive in a claim or a finish. */
  LOCKED,
  /** The fence was read, or the ledger's row is written and locked; what is left is COMMIT. */
  READY;

  private static final Phase[] ALL = values();

  static Phase at(int number) {
    return ALL[number];
  }
}
