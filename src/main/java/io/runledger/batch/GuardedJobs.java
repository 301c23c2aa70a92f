package io.runledger.batch;

import io.runledger.guard.JobGuard;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.batch.core.job.Job;

/**
 * The jobs that stand under {@code runledger.jobs}; all others are left as they are. Which they are
 * is known once all job beans exist, at the end of start-up; nothing is run before.
 */
public final class GuardedJobs {

  /**
   * A guarded job.
   *
   * @param job Spring Batch's
   * @param guard how it is guarded
   */
  public record GuardedJob(Job job, JobGuard guard) {}

  private volatile Map<String, GuardedJob> jobs = Map.of();
  private volatile Set<String> reversible = Set.of();

  void define(Map<String, GuardedJob> byName, Set<String> withReversal) {
    reversible = Set.copyOf(withReversal);
    jobs = new TreeMap<>(byName);
  }

  /** Whether the job says how its runs are undone. */
  public boolean isReversible(String job) {
    return reversible.contains(job);
  }

  public Optional<GuardedJob> find(String job) {
    return Optional.ofNullable(jobs.get(job));
  }

  public boolean contains(String job) {
    return jobs.containsKey(job);
  }

  /** In alphabetical order. */
  public Set<String> names() {
    return jobs.keySet();
  }
}
