package io.runledger.lab.model;

/** What a pod is about to do, in the order in which it does it. */
enum Activity {
  IDLE("RunLauncher"),
  /** It has read the row, and asks Redis next. */
  SEEN("GuardChain.throughFilter"),
  /** It asks for the lease next. */
  FILTERED("GuardChain.throughLease"),
  /** It has a fence, and claims (or reopens) next. */
  LEASED("Ledger.claim"),
  /** The run is its own; it cleans up first. */
  CLEAN("Takeover.isCompleteAfterCleaning"),
  CREATE_INSTANCE("FencedJobRepository.createJobInstance"),
  CREATE_EXECUTION("FencedJobRepository.createJobExecution"),
  CREATE_STEP("FencedJobRepository.createStepExecution"),
  /** The update that makes the step STARTED and persists its context. */
  START_STEP("FencedJobRepository.update(STARTED)"),
  /** Effects and progress, in one transaction. */
  CHUNK("FencedJobRepository.update(chunk)"),
  /** The updates that end step and job execution. */
  END("FencedJobRepository.update(JobExecution)"),
  FINISH("Ledger.finish"),
  /** What was taken is given back. */
  RELEASE("LeaseArbiter.release");

  private static final Activity[] ALL = values();

  private final String code;

  Activity(String code) {
    this.code = code;
  }

  static Activity at(int number) {
    return ALL[number];
  }

  /** The method that does it. */
  String code() {
    return code;
  }

  /** Whether its writes stand in a transaction that {@code Fence.require} guards. */
  boolean isFenced() {
    return compareTo(CLEAN) >= 0 && compareTo(END) <= 0;
  }

  /** Whether the pod has an attempt that keeps a lease. */
  boolean isUnderLease() {
    return compareTo(LEASED) >= 0 && compareTo(FINISH) <= 0;
  }

  boolean isCreate() {
    return this == CREATE_INSTANCE || this == CREATE_EXECUTION || this == CREATE_STEP;
  }

  /** Whether it updates metadata without committing effects. */
  boolean isUpdate() {
    return this == START_STEP || this == END;
  }
}
