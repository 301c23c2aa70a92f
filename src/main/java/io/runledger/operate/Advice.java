package io.runledger.operate;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a job's durations say of its locks' times. None of these makes a run safe, the fence does.
 * The lease and the filter's lock are renewed while a run works, so they bound the wait for a dead
 * pod, whatever a run takes. Only a lock that nobody renews has to outlast the run: {@link
 * #fixedTtl}.
 *
 * @param job the job's name
 * @param durations what its runs took
 * @param lease its lease
 * @param filterTtl the TTL of the filter's lock; null if the layer is off
 * @param warnings in the order of their kinds
 */
public record Advice(
    String job,
    RunDurations durations,
    Duration lease,
    @Nullable Duration filterTtl,
    List<Warning> warnings) {

  /** What somebody who sets times should know. */
  public enum Warning {
    /** Some percentiles take more runs than there are. */
    TOO_LITTLE_HISTORY,
    /** Most runs hold the filter's lock by its watchdog alone. */
    TTL_BELOW_P50,
    /** Most runs hold their lease by its renewals alone. */
    LEASE_BELOW_P50,
    /** One run of 10,000, or more, outlasts the recommended TTL: rely on the watchdog. */
    P9999_BEYOND_TTL,
    /** A run has outlasted the recommended TTL, though P99.99 does not tell: the same. */
    LONGEST_BEYOND_TTL
  }

  private static final int MARGIN = 2;
  private static final int RENEWALS = 3;

  public Advice {
    warnings = List.copyOf(warnings);
  }

  static Advice of(
      String job, RunDurations durations, Duration lease, @Nullable Duration filterTtl) {
    Advice figures = new Advice(job, durations, lease, filterTtl, List.of());
    return new Advice(job, durations, lease, filterTtl, figures.found());
  }

  /**
   * What to give a lock that nobody renews: twice P99.9, in whole seconds, rounded up. Empty if the
   * history does not carry P99.9.
   */
  public Optional<Duration> fixedTtl() {
    return durations.at(Percentile.P999).map(Advice::withMargin);
  }

  /** How often a watchdog renews a lock of that TTL: every third of it. */
  public Optional<Duration> renewEvery() {
    return fixedTtl().map(ttl -> Duration.ofMillis(ttl.toMillis() / RENEWALS));
  }

  /** Twice the longest run: a TTL below that would be too short already. Empty without runs. */
  public Optional<Duration> leastTtl() {
    return Optional.ofNullable(durations.longest()).map(Advice::withMargin);
  }

  private static Duration withMargin(Duration took) {
    return Duration.ofMillis(took.toMillis() * MARGIN)
        .plusMillis(999)
        .truncatedTo(ChronoUnit.SECONDS);
  }

  private List<Warning> found() {
    List<Warning> found = new ArrayList<>();
    if (!durations.missing().isEmpty()) {
      found.add(Warning.TOO_LITTLE_HISTORY);
    }
    durations.at(Percentile.P50).ifPresent(p50 -> compare(p50, found));
    fixedTtl().ifPresent(ttl -> beyond(ttl).ifPresent(found::add));
    return found;
  }

  private void compare(Duration p50, List<Warning> found) {
    if (filterTtl != null && filterTtl.compareTo(p50) < 0) {
      found.add(Warning.TTL_BELOW_P50);
    }
    if (lease.compareTo(p50) < 0) {
      found.add(Warning.LEASE_BELOW_P50);
    }
  }

  private Optional<Warning> beyond(Duration ttl) {
    if (durations.at(Percentile.P9999).filter(one -> one.compareTo(ttl) > 0).isPresent()) {
      return Optional.of(Warning.P9999_BEYOND_TTL);
    }
    return Optional.ofNullable(durations.longest())
        .filter(one -> one.compareTo(ttl) > 0)
        .map(one -> Warning.LONGEST_BEYOND_TTL);
  }
}
