package io.runledger.batch;

/** The kinds of step that are fenced, each as a job of {@link JobsOfEveryKind}. */
enum KindOfStep {
  CHUNKS("chunks", 1),
  CONCURRENT_CHUNKS("concurrent-chunks", 1),
  FAULT_TOLERANT_CHUNKS("fault-tolerant-chunks", 1),
  LEGACY_CHUNKS("legacy-chunks", 1),
  LEGACY_FAULT_TOLERANT_CHUNKS("legacy-fault-tolerant-chunks", 1),
  TASKLET("tasklet", 1),
  TASKLET_IN_ROUNDS("tasklet-in-rounds", 1),
  PARTITIONS("partitions", 2),
  SPLIT("split", 2);

  private final String job;
  private final int writers;

  KindOfStep(String job, int writers) {
    this.job = job;
    this.writers = writers;
  }

  String job() {
    return job;
  }

  /** How many threads write at the same time. */
  int writers() {
    return writers;
  }
}
