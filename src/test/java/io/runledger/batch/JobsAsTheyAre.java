package io.runledger.batch;

import java.util.Map;
import java.util.Set;

/** Guarded jobs that are not made ready for Spring Batch's repository, since they use none. */
public final class JobsAsTheyAre {

  private JobsAsTheyAre() {}

  public static GuardedJobs of(Map<String, GuardedJobs.GuardedJob> jobs) {
    GuardedJobs guarded = new GuardedJobs();
    guarded.define(jobs, Set.of());
    return guarded;
  }
}
