package io.runledger.lab.model;

/**
 * A row of {@code batch_run}, what Spring Batch keeps of its present generation, and the effects
 * that are committed in it. All of it committed: what a transaction has written and not committed
 * stands with its pod.
 */
final class Run {

  /** What there is of the job instance. */
  enum Instance {
    NONE,
    /** Without an execution: Spring Batch refuses to start it. */
    BARE,
    USED;

    private static final Instance[] ALL = values();
  }

  /** Instead of a fence: an attempt that no pod works on any more. */
  static final int GONE = 15;

  Status status = Status.ABSENT;
  int fence;

  /** The lock name that it was last claimed under. */
  int lock;

  /** The highest fence that it was ever claimed under; no column, but what we know of history. */
  int highest;

  Instance instance = Instance.NONE;

  /** Whose job execution is open (or UNKNOWN); 0 if none is. */
  int openBy;

  /** Whether a job execution is COMPLETED. */
  boolean complete;

  /** Whose step execution is the newest, if it never started; 0 if it did. */
  int hollowBy;

  /** Whose step execution is the newest that started; 0 if none did. */
  int lastStepBy;

  /** Where a restart goes on: from the context of that step execution. */
  int position;

  /** A bit for each chunk whose effects are there. */
  int effects;

  /** A new instance, nothing of which was done. */
  void newGeneration() {
    instance = Instance.NONE;
    openBy = 0;
    complete = false;
    hollowBy = 0;
    lastStepBy = 0;
    position = 0;
    effects = 0;
  }

  /** Whether the newest of two step executions is the attempt's; by id, so by when it was made. */
  boolean isNewestStep(int attempt) {
    return hollowBy == attempt || lastStepBy == GONE || lastStepBy <= attempt;
  }

  int pack() {
    return Constant.number(status)
        | (fence << 3)
        | (highest << 7)
        | (lock << 11)
        | (Constant.number(instance) << 12)
        | (openBy << 14)
        | (complete ? 1 << 18 : 0)
        | (hollowBy << 19)
        | (lastStepBy << 23)
        | (position << 27)
        | (effects << 29);
  }

  void unpack(int bits) {
    status = Status.at(bits & 7);
    fence = (bits >>> 3) & 15;
    highest = (bits >>> 7) & 15;
    lock = (bits >>> 11) & 1;
    instance = Instance.ALL[(bits >>> 12) & 3];
    openBy = (bits >>> 14) & 15;
    complete = ((bits >>> 18) & 1) != 0;
    hollowBy = (bits >>> 19) & 15;
    lastStepBy = (bits >>> 23) & 15;
    position = (bits >>> 27) & 3;
    effects = bits >>> 29;
  }
}
