package io.runledger.autoconfigure;

import io.runledger.guard.LedgerSchema;
import io.runledger.run.Effects;
import io.runledger.run.OnLost;
import io.runledger.schedule.CatchUp;
import io.runledger.schedule.DateRule;
import io.runledger.web.ApiRole;
import java.nio.file.Path;
import java.time.DayOfWeek;
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
 * @param overdueAfter how long after its due time a run may begin before it is overdue
 * @param controlPoolSize connections of the guard's own for lease, ledger and audit; one more is
 *     kept for renewals
 * @param metadataKeep how long after its end Spring Batch's metadata of a completed run stays; 0
 *     keeps it for ever
 * @param schema what is done with the schema at start-up
 * @param filter layer 1
 * @param web REST, in a servlet application with Spring Security
 * @param calendars business calendars, by the name under which jobs use them
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
    @DefaultValue("1m") Duration overdueAfter,
    @DefaultValue("3") int controlPoolSize,
    @DefaultValue("90d") Duration metadataKeep,
    @DefaultValue Schema schema,
    @DefaultValue FilterSettings filter,
    @DefaultValue WebSettings web,
    @DefaultValue Map<String, CalendarSettings> calendars,
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
      @DefaultValue("30s") Duration ttl) {

    boolean isOff() {
      return nodes.isEmpty() && redisson.isEmpty();
    }
  }

  /**
   * REST.
   *
   * @param enabled whether there is any
   * @param basePath where it is
   * @param users who may log in by HTTP Basic
   * @param jwt which bearer tokens are accepted
   */
  public record WebSettings(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("/runledger") String basePath,
      @DefaultValue List<WebUser> users,
      @DefaultValue JwtSettings jwt) {}

  /**
   * Somebody who logs in by HTTP Basic.
   *
   * @param name the actor in whatever is kept
   * @param password encoded, with the name of its encoding in front, as {bcrypt} has it
   * @param role viewer, operator or admin
   */
  public record WebUser(
      @DefaultValue("") String name,
      @DefaultValue("") String password,
      @DefaultValue("viewer") ApiRole role) {}

  /**
   * Bearer tokens. None are accepted if neither issuer nor keys are given.
   *
   * @param issuerUri who issues the tokens
   * @param jwkSetUri where the issuer's keys are; asked of the issuer if not set
   * @param audience whom a token must be for; anybody if not set
   * @param rolesClaim the claim with the roles RUNLEDGER_VIEWER, RUNLEDGER_OPERATOR,
   *     RUNLEDGER_ADMIN
   * @param nameClaim the claim with the name that is kept as the actor
   */
  public record JwtSettings(
      @Nullable String issuerUri,
      @Nullable String jwkSetUri,
      @Nullable String audience,
      @DefaultValue("roles") String rolesClaim,
      @DefaultValue("sub") String nameClaim) {}

  /**
   * A business calendar: each day is a business day but these. Dates are read by {@link Dates}:
   * Spring's own conversion takes them in the style of the machine's language as well.
   *
   * @param weekend days of the week
   * @param holidays dates, like 2026-04-30
   * @param jollyday places whose public and bank holidays are added, like VN or DE-BY
   */
  public record CalendarSettings(
      @DefaultValue List<DayOfWeek> weekend,
      @DefaultValue List<String> holidays,
      @DefaultValue List<String> jollyday) {}

  /**
   * One guarded job. What says nothing where a job has neither {@code cron} nor {@code after} has
   * no default here, so that it can be refused there.
   *
   * @param cron when a date falls due, in Quartz's syntax; without it, and without after, the job
   *     runs by hand only
   * @param zone the job's time zone; the one of all jobs if not set
   * @param calendar the name of its calendar; each day is a business day if not set
   * @param batchDate which date a fire is for; same-day if not set
   * @param cutOff a fire before this time of day belongs to the day before
   * @param part names of the runs of a date, or fire-time alone for a run of each fire
   * @param catchUp what becomes of dates that nobody could run; all if not set
   * @param from the first batch date; dates from when the job was first seen on if not set
   * @param after jobs whose runs of the same date come first
   * @param sequential whether a date waits for all earlier ones; true if not set
   * @param retry whether a failed run is tried again unasked
   * @param formerly the name that the job had before it was renamed
   * @param lock the lock name, for jobs that write the same data; the job's own if not set
   * @param lease how long the job's pod may be silent; the one of all jobs if not set
   * @param chunkIdle as for all jobs
   * @param effects where the effects go
   * @param onLost what becomes of a run whose pod died or froze in the middle of it
   */
  public record JobSettings(
      @Nullable String cron,
      @Nullable String zone,
      @Nullable String calendar,
      @Nullable DateRule batchDate,
      @Nullable String cutOff,
      @DefaultValue List<String> part,
      @Nullable CatchUp catchUp,
      @Nullable String from,
      @DefaultValue List<String> after,
      @Nullable Boolean sequential,
      @Nullable RetrySettings retry,
      @Nullable String formerly,
      @Nullable String lock,
      @Nullable Duration lease,
      @Nullable Duration chunkIdle,
      @DefaultValue("ledger") Effects effects,
      @DefaultValue("resume") OnLost onLost) {}

  /**
   * Whether a failed run is tried again unasked.
   *
   * @param attempts how many more attempts it gets
   * @param delay from the first failure to the next attempt; doubled with each further one
   * @param maxDelay what the delay grows to at most
   */
  public record RetrySettings(
      @DefaultValue("0") int attempts,
      @DefaultValue("1m") Duration delay,
      @DefaultValue("1h") Duration maxDelay) {}
}
