package io.runledger.lab.model;

/** A row of {@code batch_lock}. The fence names the owner, since each grant has its own. */
final class Lease {

  /** What the database's clock says of the deadline. */
  enum Deadline {
    /** No owner. */
    RELEASED,
    AHEAD,
    PAST,
    /** The server's clock was set back: more than two leases ahead. */
    FAR_AHEAD;

    private static final Deadline[] ALL = values();
  }

  static final int BITS = 10;

  Deadline deadline = Deadline.RELEASED;

  /** Of the last grant; 0 before the first. */
  int fence;

  /** The highest fence that the ledger was written under; no row, but what we know of history. */
  int claimed;

  int pack() {
    return Constant.number(deadline) | (fence << 2) | (claimed << 6);
  }

  void unpack(int bits) {
    deadline = Deadline.ALL[bits & 3];
    fence = (bits >>> 2) & 15;
    claimed = (bits >>> 6) & 15;
  }
}
