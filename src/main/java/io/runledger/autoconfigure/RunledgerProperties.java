package io.runledger.autoconfigure;

import io.runledger.guard.LedgerSchema;
import io.runledger.run.Effects;
import io.runledger.run.OnLost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings under {@code runledger}. A key that is none of them stops the start-up.
 *
 * @param enabled whether anything is guarded at all
 * @param worker whether this pod wakes jobs by their schedules and resumes what lost its pod; one
 *     that does not still runs what it is asked for
 * @param zone the time zone of schedules and of "today"; needed with a cron
 * @param lease how long a pod may be silent before another takes over
 * @param chunkIdle how long a guarded transaction may sit idle before the server ends it; the lease
 *     if not set
 * @param reconcileEvery how long at most from one round to the next, in which schedules are
 *     compared with the ledger, and runs without a pod are resumed
 * @param controlPoolSize connections of the guard's own for lease, ledger and audit; one more is
 *     kept for renewals
 * @param metadataKeep how long after its end Spring Batch's metadata of a completed run stays; 0
 *     keeps it for ever
 * @param schema what is done with the schema at start-up
 * @param filter layer 1
 * @param jobs the guarded jobs, by name
 * @param quartz Quartz's own keys, passed on as they are
 */
@ConfigurationProperties(prefix = "runledger", ignoreUnknownFields = false)
public record RunledgerProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("true") boolean worker,
    @Nullable String zone,
    @DefaultValue("30s") Duration lease,
    @Nullable Duration chunkIdle,
    @DefaultValue("15s") Duration reconcileEvery,
    @DefaultValue("3") int controlPoolSize,
    @DefaultValue("90d") Duration metadataKeep,
    @DefaultValue Schema schema,
    @DefaultValue FilterSettings filter,
    @DefaultValue Map<String, JobSettings> jobs,
    @DefaultValue Map<String, String> quartz) {

  /**
   * The schema {@code runledger}.
   *
   * @param mode what is done with the schema runledger at start-up
   */
  public record Schema(@DefaultValue("migrate") LedgerSchema.Mode mode) {}

  /**
   * Layer 1, Redis. Off if neither nodes nor files are named.
   *
   * @param nodes addresses of independent Redis servers, redis://host:port each
   * @param redisson Redisson configuration files, each of which counts as one node
   * @param ttl how long a lock outlives its owner
   */
  public record FilterSettings(
      @DefaultValue List<String> nodes,
      @DefaultValue List<Path> redisson,
      @DefaultValue("30s") Duration ttl) {}

  /**
   * One guarded job.
   *
   * @param cron when a date falls due, in Quartz's syntax; without it the job runs by hand only
   * @param zone the job's time zone; the one of all jobs if not set
   * @param lock the lock name, for jobs that write the same data; the job's own if not set
   * @param lease how long the job's pod may be silent; the one of all jobs if not set
   * @param chunkIdle as for all jobs
   * @param effects where the effects go
   * @param onLost what becomes of a run whose pod died or froze in the middle of it
   */
  public record JobSettings(
      @Nullable String cron,
      @Nullable String zone,
      @Nullable String lock,
      @Nullable Duration lease,
      @Nullable Duration chunkIdle,
      @DefaultValue("ledger") Effects effects,
      @DefaultValue("resume") OnLost onLost) {}
}
