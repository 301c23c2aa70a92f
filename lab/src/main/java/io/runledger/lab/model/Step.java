package io.runledger.lab.model;

/** The kinds of steps. What the activity's own code does, is told with the activity's name. */
enum Step {
  READ("Ledger.read", "the row may be claimed"),
  PASS_FILTER("Filter.tryAcquire", "HELD or UNKNOWN"),
  DOUBT_FILTER("GuardChain.believeBusy", "BUSY, and no lease lives"),
  ACQUIRE("LeaseArbiter.acquire", "granted"),
  ACQUIRE_UNHEARD("LeaseArbiter.acquire", "granted, and the answer is lost"),
  REFUSED_LEASE("LeaseArbiter.acquire", "refused"),
  CLEAN_EARLY("Takeover.isCompleteAfterCleaning", "before the claim"),
  LOCK_EXCLUSIVELY("AdvisoryLocks.exclusive", ""),
  WRITE("", "written, not committed"),
  WRITE_NOTHING("", "0 rows, rolled back"),
  COMMIT("", "committed"),
  COMMIT_UNHEARD("", "committed, and the answer is lost"),
  END_SESSIONS("Grants.endSessionsBefore", "sessions of superseded attempts are ended"),
  BEGIN("", "begins; what it writes is seen by nobody"),
  LOCK_SHARED("AdvisoryLocks.shared", ""),
  READ_FENCE("Fence.require", "the run is its own"),
  REFUSED("Fence.require", "refused: rolled back, the attempt is LOST"),
  CONFLICT("", "a row of Spring Batch's is in the way: rolled back"),
  FAIL("", "the job throws"),
  STOP("LiveAttempt.tellToStop", "by a shutdown"),
  STOP_BY_PERSON("LiveAttempt.tellToStop", "by a person"),
  RENEW("LeaseArbiter.renew", "the lease lives again"),
  LOSE("LeaseKeeper.lose", "the lease is gone: its connections are closed, it stops"),
  RELEASE("LeaseArbiter.release", ""),
  CRASH("pod", "dies, and is started again"),
  SESSION_TIMES_OUT("server", "ends a session that sits idle in its transaction"),
  SESSION_BREAKS("server", "ends a session"),
  LEASE_ENDS("server", "the deadline of the lease passes"),
  CLOCK_SET_BACK("server", "its clock is set back by more than two leases");

  private final String code;
  private final String words;

  Step(String code, String words) {
    this.code = code;
    this.words = words;
  }

  /** The method that does it; empty if it is the activity's own. */
  String code() {
    return code;
  }

  String words() {
    return words;
  }
}
