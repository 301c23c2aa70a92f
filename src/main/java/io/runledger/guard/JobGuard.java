package io.runledger.guard;

import io.runledger.run.Effects;
import io.runledger.run.RunKey;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

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
 * @param timetable what its schedule says
 */
public record JobGuard(
    String job,
    @Nullable String lock,
    Duration lease,
    Duration chunkIdle,
    Effects effects,
    ZoneId zone,
    Timetable timetable) {

  private static final Duration SHORTEST_LEASE = Duration.ofMillis(500);

  public JobGuard {
    if (lease.compareTo(SHORTEST_LEASE) < 0) {
      throw new IllegalArgumentException(
          """
          The lease of job '%s' is %s; one shorter than %s cannot be renewed in time. Set \
          runledger.jobs.%s.lease, or runledger.lease for all jobs, to more."""
              .formatted(job, print(lease), print(SHORTEST_LEASE), job));
    }
    if (chunkIdle.toMillis() < 1) {
      throw new IllegalArgumentException(
          """
          The chunk-idle time of job '%s' is %s; the server counts in milliseconds, and takes 0 for \
          no limit. Set runledger.jobs.%s.chunk-idle, or runledger.chunk-idle for all jobs, to more."""
              .formatted(job, print(chunkIdle), job));
    }
  }

  /** A job that runs by hand only. */
  public JobGuard(
      String job,
      @Nullable String lock,
      Duration lease,
      Duration chunkIdle,
      Effects effects,
      ZoneId zone) {
    this(job, lock, lease, chunkIdle, effects, zone, Timetable.byHand(zone));
  }

  /** As it is written in the settings. */
  private static String print(Duration duration) {
    return DurationFormatterUtils.print(duration, DurationFormat.Style.COMPOSITE);
  }

  /** The name under which at most one attempt of these works at a time. */
  public String lockName(RunKey key) {
    if (lock != null) {
      return lock;
    }
    return key.part().isEmpty() ? job : job + "/" + key.part();
  }
}
