package io.runledger.lab.model;

/**
 * A pod: what it remembers, and the one transaction that it has open. That it is frozen needs no
 * word of its own: it just does not move, and neither do its session and its locks.
 */
final class Pod {

  Activity activity = Activity.IDLE;
  Phase phase = Phase.NONE;
  Cause cause = Cause.RECOVERY;
  Outcome outcome = Outcome.COMPLETED;

  /** The run that it asks for or works on. */
  int run;

  /** Whether the row's attempts still are what it read: {@code r.attempts = :seen}. */
  boolean seen;

  /** The lock name that the row had when it read it, plus one; 0 if there was no row. */
  int seenLock;

  /** The lock name by its own configuration. */
  int lock;

  /** Its attempt, and the fence that it was granted; 0 before. */
  int fence;

  /** How many chunks it has behind it. */
  int position;

  /** Whether the run was reopened since it was claimed: it works on an instance of the past. */
  boolean ofThePast;

  /** Whether a takeover has closed its executions: the version refuses its steps. */
  boolean closed;

  /** Its memory is gone, its session and locks with it. What it is configured with stays. */
  void forget() {
    activity = Activity.IDLE;
    phase = Phase.NONE;
    cause = Cause.RECOVERY;
    outcome = Outcome.COMPLETED;
    run = 0;
    seen = false;
    seenLock = 0;
    fence = 0;
    position = 0;
    ofThePast = false;
    closed = false;
  }

  /** Goes on to the next activity; no transaction is open then. */
  void goOn(Activity next) {
    activity = next;
    phase = Phase.NONE;
  }

  void end(Activity next, Outcome how) {
    outcome = how;
    goOn(next);
  }

  boolean isInTransaction() {
    return phase != Phase.NONE;
  }

  int pack() {
    return Constant.number(activity)
        | (Constant.number(phase) << 4)
        | (Constant.number(cause) << 6)
        | (Constant.number(outcome) << 8)
        | (run << 11)
        | (seen ? 1 << 12 : 0)
        | (seenLock << 13)
        | (lock << 15)
        | (fence << 16)
        | (position << 20)
        | (ofThePast ? 1 << 22 : 0)
        | (closed ? 1 << 23 : 0);
  }

  void unpack(int bits) {
    activity = Activity.at(bits & 15);
    phase = Phase.at((bits >>> 4) & 3);
    cause = Cause.at((bits >>> 6) & 3);
    outcome = Outcome.at((bits >>> 8) & 7);
    run = (bits >>> 11) & 1;
    seen = ((bits >>> 12) & 1) != 0;
    seenLock = (bits >>> 13) & 3;
    lock = (bits >>> 15) & 1;
    fence = (bits >>> 16) & 15;
    position = (bits >>> 20) & 3;
    ofThePast = ((bits >>> 22) & 1) != 0;
    closed = ((bits >>> 23) & 1) != 0;
  }
}
