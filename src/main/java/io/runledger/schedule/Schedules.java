package io.runledger.schedule;

import io.runledger.run.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The schedules of all jobs of an application, checked against each other. They say what should
 * exist, whatever the clock and the ledger say. Immutable.
 *
 * <p>Where an instant is asked for since when a job is known: what fell due up to then is not due,
 * unless the job has a {@code from}, which then alone says where it begins.
 */
public final class Schedules {

  /**
   * No cron is evaluated before; the instants that mean "always" are years that it cannot count.
   */
  private static final Instant LONG_AGO = Instant.parse("1970-01-01T00:00:00Z");

  /** A 29 February that is a business day may be 28 years off, and 40 around the year 2100. */
  private static final Duration AHEAD = Duration.ofDays(40 * 366);

  private static final Instant FAR_OFF = Instant.parse("2199-01-01T00:00:00Z");

  private final Map<String, JobSchedule> jobs = new TreeMap<>();
  private final Map<String, Fires> fires = new TreeMap<>();
  private final Dependencies dependencies;

  /**
   * @throws IllegalArgumentException naming all that is wrong: a job that stands twice, that comes
   *     after itself, an unknown job, one without schedule, or itself in a circle
   */
  public Schedules(Collection<JobSchedule> all) {
    List<String> faults = new ArrayList<>();
    for (JobSchedule schedule : all) {
      if (jobs.put(schedule.job(), schedule) != null) {
        faults.add("%s has two schedules.".formatted(schedule.job()));
      }
      if (schedule.cron() != null) {
        fires.put(schedule.job(), fires(schedule, schedule.cron()));
      }
    }
    dependencies = new Dependencies(jobs);
    faults.addAll(dependencies.faults());
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", faults));
    }
  }

  /**
   * The circles among jobs that come after each other, as in {@code a -> b -> a}, where each comes
   * after the next.
   *
   * @param after the jobs that each job comes after
   */
  public static Set<String> circles(Map<String, List<String>> after) {
    return Circles.among(after);
  }

  private static Fires fires(JobSchedule schedule, CronSchedule cron) {
    return schedule.parts() instanceof Parts.FireTime
        ? new IntradayFires(schedule, cron)
        : new DailyFires(schedule, cron);
  }

  /** A job's schedule; empty if the job is unknown. */
  public Optional<JobSchedule> of(String job) {
    return Optional.ofNullable(jobs.get(job));
  }

  /** By the jobs' names. */
  public Collection<JobSchedule> all() {
    return List.copyOf(jobs.values());
  }

  /** Whether a cron or other jobs say when the job's dates are due. */
  public boolean hasSchedule(String job) {
    return of(job).map(JobSchedule::isScheduled).orElse(false);
  }

  /**
   * The due runs of a job in the order of their due instants; none if it has no schedule.
   *
   * @param sinceOf since when each job is known; asked for the job and for those it comes after
   * @param after exclusive
   * @param until inclusive
   * @param limit how many at most, from the first on
   */
  public List<DueRun> due(
      String job, Function<String, Instant> sinceOf, Instant after, Instant until, int limit) {
    List<DueRun> due = new ArrayList<>();
    if (limit <= 0) {
      return due;
    }
    DueRuns runs = runs(job, sinceOf, after, until);
    Optional<DueRun> next = runs.next();
    while (next.isPresent()) {
      due.add(next.get());
      next = due.size() < limit ? runs.next() : Optional.empty();
    }
    return due;
  }

  /** As above, where one instant stands for the job and for those that it comes after. */
  public List<DueRun> due(String job, Instant since, Instant after, Instant until, int limit) {
    return due(job, one -> since, after, until, limit);
  }

  /**
   * The first run of a job that falls due after an instant; empty if there is none any more, or
   * none in the next 40 years.
   */
  public Optional<DueRun> next(String job, Instant after) {
    return runs(job, one -> LONG_AGO, after, later(LONG_AGO, after).plus(AHEAD)).next();
  }

  /**
   * All runs of one batch date, whatever their due instants; none if the date is not due at all.
   */
  public List<DueRun> ofDate(String job, LocalDate date, Function<String, Instant> sinceOf) {
    return new OneDate(date, sinceOf).of(job);
  }

  /** As above, where one instant stands for the job and for those that it comes after. */
  public List<DueRun> ofDate(String job, LocalDate date, Instant since) {
    return ofDate(job, date, one -> since);
  }

  /**
   * The runs of the same batch date that come first: of each job that this one comes after, all
   * that are due on that date; a job that is not due then does not count.
   */
  public List<RunKey> upstream(String job, LocalDate date, Function<String, Instant> sinceOf) {
    OneDate question = new OneDate(date, sinceOf);
    return of(job).stream()
        .flatMap(schedule -> schedule.after().stream())
        .flatMap(upstream -> question.of(upstream).stream())
        .map(DueRun::key)
        .toList();
  }

  /** All jobs that come after one, directly or not, each behind those that it comes after. */
  public List<String> downstream(String job) {
    return dependencies.downstream(job);
  }

  private DueRuns runs(
      String job, Function<String, Instant> sinceOf, Instant after, Instant until) {
    Fires own = fires.get(job);
    if (own != null) {
      return own.between(
          counting(job, sinceOf),
          later(LONG_AGO, after),
          until.isBefore(FAR_OFF) ? later(LONG_AGO, until) : FAR_OFF);
    }
    List<DueRuns> sources =
        dependencies.sources(job).stream().map(one -> runs(one, sinceOf, after, until)).toList();
    return new FollowedFires(sources, date -> ofDate(job, date, sinceOf));
  }

  /** Fires up to this instant are none. */
  private Instant counting(String job, Function<String, Instant> sinceOf) {
    boolean hasFrom = of(job).map(schedule -> schedule.from() != null).orElse(false);
    return hasFrom ? LONG_AGO : later(LONG_AGO, sinceOf.apply(job));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** One date of several jobs: each job is worked out once, however many come after it. */
  private final class OneDate {

    private final LocalDate date;
    private final Function<String, Instant> sinceOf;
    private final Map<String, List<DueRun>> known = new HashMap<>();

    OneDate(LocalDate date, Function<String, Instant> sinceOf) {
      this.date = date;
      this.sinceOf = sinceOf;
    }

    List<DueRun> of(String job) {
      List<DueRun> runs = known.get(job);
      if (runs == null) {
        Fires own = fires.get(job);
        runs = own != null ? own.ofDate(date, counting(job, sinceOf)) : followed(job);
        known.put(job, runs);
      }
      return runs;
    }

    /** Due once the last run that it comes after is, on the days that its own calendar has. */
    private List<DueRun> followed(String job) {
      JobSchedule schedule = jobs.get(job);
      if (schedule == null
          || !schedule.hasBegun(date)
          || !schedule.calendar().isBusinessDay(date)) {
        return List.of();
      }
      List<DueRun> upstream = schedule.after().stream().flatMap(one -> of(one).stream()).toList();
      return upstream.stream()
          .map(DueRun::due)
          .reduce(Schedules::later)
          .filter(due -> due.isAfter(counting(job, sinceOf)))
          .map(due -> runs(schedule, due, coveredFrom(schedule, upstream)))
          .orElse(List.of());
    }

    private List<DueRun> runs(JobSchedule schedule, Instant due, LocalDate coveredFrom) {
      return schedule.parts().ofDate().stream()
          .map(part -> new RunKey(schedule.job(), date, part))
          .map(key -> new DueRun(key, due, coveredFrom))
          .toList();
    }

    /** A job without a calendar of its own covers what those before it do. */
    private LocalDate coveredFrom(JobSchedule schedule, List<DueRun> upstream) {
      return schedule.calendar().name().isEmpty()
          ? upstream.stream()
              .map(DueRun::coveredFrom)
              .reduce((one, other) -> one.isBefore(other) ? one : other)
              .orElse(date)
          : schedule.calendar().coveredFrom(date);
    }
  }
}
