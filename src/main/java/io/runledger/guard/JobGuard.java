package io.runledger.guard;

import io.runledger.run.Effects;
import io.runledger.run.RunKey;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * How one job is guarded.
 *
 * @param job the job's name
 * @param lock the lock name; null for a name of the job's own. Jobs that write the same data share
 *     one, and then never work at the same time
 * @param lease how long a pod may be silent before another takes over; renewed every third of it
 * @param chunkIdle how long a guarded transaction may sit idle before the server ends its session;
 *     what frees the locks of a frozen pod
 * @param effects where the effects go
 * @param zone the zone that says which date today is
 */
public record JobGuard(
    String job,
    @Nullable String lock,
    Duration lease,
    Duration chunkIdle,
    Effects effects,
    ZoneId zone) {

  private static final Duration SHORTEST_LEASE = Duration.ofMillis(500);

  public JobGuard {
    if (lease.compareTo(SHORTEST_LEASE) < 0) {
      throw new IllegalArgumentException(
          "runledger.jobs.%s.lease is %s; a lease shorter than %s cannot be renewed in time."
              .formatted(job, lease, SHORTEST_LEASE));
    }
    if (chunkIdle.toMillis() < 1) {
      throw new IllegalArgumentException(
          "runledger.jobs.%s.chunk-idle is %s; it must be at least a millisecond."
              .formatted(job, chunkIdle));
    }
  }

  /** The name under which at most one attempt of these works at a time. */
  public String lockName(RunKey key) {
    if (lock != null) {
      return lock;
    }
    return key.part().isEmpty() ? job : job + "/" + key.part();
  }
}
