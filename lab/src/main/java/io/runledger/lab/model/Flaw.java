package io.runledger.lab.model;

/** What could be left out of the protocol, or done wrongly: one line of the code each. */
enum Flaw {
  // Fence.require
  FENCE_BY_PLAIN_SELECT("the fence is read without the shared advisory lock"),
  LOCK_AND_READ_IN_ONE_STATEMENT("the read's snapshot is from before the wait for the lock"),
  REPEATABLE_READ("a chunk reads the fence in the snapshot of its begin"),
  FENCE_BEFORE_THE_CHUNK("the fence is read in a transaction of its own, before the chunk's"),
  FENCE_AT_START_OF_CHUNK("lock and read are the first statements of the chunk, not the last"),
  LEASE_ROW_NOT_JOINED("the fence looks at the row of its own run only"),
  // FencedJobRepository
  CREATES_UNFENCED("instances and executions are created without the fence"),
  UPDATES_UNFENCED("executions are updated without the fence, chunks apart"),
  CONTEXT_NOT_PERSISTED("the step's context is not written with its STARTED update"),
  TASKLET_UNMARKED("progress is not committed together with the effects"),
  NEVER_STARTED_STEPS_COUNT("a step that never started is kept, and is where a restart goes on"),
  // Takeover
  CLEANING_BEFORE_CLAIM("the takeover cleans up under the lease, before the claim"),
  EXECUTIONS_NOT_CLOSED("the takeover leaves open and UNKNOWN executions as they are"),
  INSTANCE_NOT_REPAIRED("the takeover keeps an instance that has no execution"),
  COMPLETED_NOT_RECOGNISED("the takeover does not look for Spring Batch's COMPLETED"),
  // Ledger
  CLAIM_WITHOUT_LOCK("the claim does not take the exclusive advisory lock"),
  OLD_LOCK_NOT_TAKEN("the claim takes the lock of its own lock name only"),
  OLD_LEASE_NOT_READ("the claim does not look at the lease under the row's lock name"),
  STATUS_NOT_CHECKED("the claim does not compare the status"),
  ATTEMPTS_NOT_COMPARED("the claim does not compare the attempts with those it read"),
  FENCE_NOT_COMPARED("the claim takes a lower fence for a higher one"),
  FINISH_UNFENCED("the finish does not compare status, fence and attempt"),
  GENERATION_KEPT("a reopening does not raise the generation"),
  // Lease, filter, sessions
  OWNER_BY_HOST("locked_by is the host, and several pods are on it"),
  RENEWAL_WITHOUT_OWNER("a renewal compares neither fence nor owner"),
  CLOCK_SET_BACK_UNSEEN("a deadline that is too far ahead counts as ahead"),
  BUSY_IS_FINAL("a BUSY of Redis ends every request, a recovery's too"),
  LOST_KEEPS_CONNECTIONS(
      "an attempt that is lost does not close its connections under its threads"),
  SESSIONS_NOT_ENDED("a successor does not end the sessions of superseded attempts"),
  IDLE_SESSIONS_KEPT("no session is ended because it sits idle in a transaction");

  private final String words;

  Flaw(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
