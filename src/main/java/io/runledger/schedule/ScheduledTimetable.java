package io.runledger.schedule;

import io.runledger.guard.Timetable;
import io.runledger.run.RunKey;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What the schedules say of a run that somebody asks for. Of runs that are known to be over it says
 * nothing any more.
 */
public final class ScheduledTimetable implements Timetable {

  private static final Instant ALWAYS = Instant.EPOCH;

  /** Beyond these a date's predecessors are looked at when they are asked for themselves. */
  private static final int MOST_EARLIER = 50_000;

  private final Schedules schedules;
  private final Map<String, Instant> settled = new ConcurrentHashMap<>();

  public ScheduledTimetable(Schedules schedules) {
    this.schedules = schedules;
  }

  /** Up to when everything of a job is over that fell due. */
  Instant settled(String job) {
    return settled.getOrDefault(job, ALWAYS);
  }

  /** Everything that fell due up to then is over; what is opened again is seen by its row. */
  void settle(String job, Instant until) {
    settled.merge(job, until, (before, now) -> now.isAfter(before) ? now : before);
  }

  /** A database that was away may have come back with less than it had. */
  void forget() {
    settled.clear();
  }

  @Override
  public Entry entry(RunKey key, Instant now, Function<String, Instant> since) {
    JobSchedule schedule = schedules.of(key.job()).orElseThrow();
    return entry(schedule, key, now, since).ofOneCalled(schedule.formerly());
  }

  private Entry entry(
      JobSchedule schedule, RunKey key, Instant now, Function<String, Instant> since) {
    LocalDate today = LocalDate.ofInstant(now, schedule.zone());
    if (!schedule.isScheduled()) {
      return Timetable.byHand(schedule.zone()).entry(key, now, since);
    }
    List<DueRun> ofDate = schedules.ofDate(key.job(), key.batchDate(), ALWAYS);
    Optional<DueRun> run = ofDate.stream().filter(due -> due.key().equals(key)).findFirst();
    if (run.isEmpty()) {
      return Entry.notDue(
          key,
          key.batchDate().isAfter(today)
              ? future(today)
              : ofDate.isEmpty() ? noSuchDate(schedule, key) : noSuchPart(key, ofDate));
    }
    if (run.get().due().isAfter(now)) {
      return Entry.notDue(
          key,
          key.batchDate().isAfter(today)
              ? future(today)
              : "it is not due before " + inZone(run.get().due(), schedule));
    }
    return new Entry(
        null,
        run.get().coveredFrom(),
        schedule.sequential(),
        schedule.sequential() ? earlier(schedule, run.get(), since) : List.of(),
        schedules.upstream(key.job(), key.batchDate(), since),
        null);
  }

  private List<RunKey> earlier(JobSchedule schedule, DueRun run, Function<String, Instant> since) {
    String job = schedule.job();
    List<RunKey> keys = new ArrayList<>();
    schedules.due(job, since, settled(job), run.due().minusNanos(1), MOST_EARLIER).stream()
        .map(DueRun::key)
        .filter(
            key ->
                !(schedule.parts() instanceof Parts.Names) || key.part().equals(run.key().part()))
        .forEach(keys::add);
    return keys;
  }

  private static String future(LocalDate today) {
    return "the batch date is in the future: today is %s in the job's zone".formatted(today);
  }

  private static String noSuchDate(JobSchedule schedule, RunKey key) {
    if (!schedule.hasBegun(key.batchDate())) {
      return "the job begins on %s (runledger.jobs.%s.from)".formatted(schedule.from(), key.job());
    }
    return schedule
        .calendar()
        .whyNot(key.batchDate())
        .map(why -> "it is no business day, but %s".formatted(why))
        .orElse("the schedule has no run on that date");
  }

  private static String noSuchPart(RunKey key, List<DueRun> ofDate) {
    List<String> parts = ofDate.stream().map(due -> due.key().part()).toList();
    return parts.equals(List.of(""))
        ? "the job has one run a date, and no part '%s'".formatted(key.part())
        : "the date has no part '%s'; there are: %s"
            .formatted(key.part(), String.join(", ", parts));
  }

  private static OffsetDateTime inZone(Instant due, JobSchedule schedule) {
    return due.atZone(schedule.zone()).toOffsetDateTime();
  }
}
