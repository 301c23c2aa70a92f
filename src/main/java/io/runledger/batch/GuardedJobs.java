package io.runledger.batch;

import io.runledger.guard.JobGuard;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The jobs that stand under {@code runledger.jobs}; all others are left as they are. */
public final class GuardedJobs {

  private final Map<String, JobGuard> guards;

  /**
   * @param guards by the job's name
   */
  public GuardedJobs(Map<String, JobGuard> guards) {
    this.guards = new TreeMap<>(guards);
  }

  public Optional<JobGuard> find(String job) {
    return Optional.ofNullable(guards.get(job));
  }

  public boolean contains(String job) {
    return guards.containsKey(job);
  }

  /** In alphabetical order. */
  public Set<String> names() {
    return guards.keySet();
  }
}
