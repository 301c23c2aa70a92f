package io.runledger.operate;

import io.runledger.batch.UnknownJobException;
import io.runledger.guard.LedgerClock;
import io.runledger.operate.ScheduleView.Next;
import io.runledger.operate.ScheduleView.State;
import io.runledger.schedule.CronSchedule;
import io.runledger.schedule.DefinedSchedules;
import io.runledger.schedule.DueRun;
import io.runledger.schedule.JobSchedule;
import io.runledger.schedule.Schedules;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shows what the schedules make due, whatever the ledger has of it. Dates before a job was first
 * seen are shown as the others: nothing but its {@code from} is a matter of the schedule.
 */
public final class SchedulePreview {

  private static final int MOST_RUNS = 10_000;
  private static final int DAYS_BY_DEFAULT = 14;
  private static final Instant ALWAYS = Instant.EPOCH;

  private final DefinedSchedules schedules;
  private final LedgerClock clock;

  public SchedulePreview(DefinedSchedules schedules, LedgerClock clock) {
    this.schedules = schedules;
    this.clock = clock;
  }

  /**
   * What is due next of each guarded job, by name.
   *
   * @throws org.springframework.dao.DataAccessException if the database cannot tell the time
   */
  public List<Next> next() {
    Instant now = clock.now();
    return schedules.get().all().stream()
        .map(
            schedule ->
                new Next(
                    schedule.job(),
                    schedule.zone().getId(),
                    state(schedule, now),
                    schedules
                        .get()
                        .next(schedule.job(), now)
                        .map(run -> run(schedule, run))
                        .orElse(null)))
        .toList();
  }

  /**
   * What a range of batch dates has.
   *
   * @param job the job
   * @param from today in the job's zone if null
   * @param to 14 days from the first one on if null
   * @throws UnknownJobException if no such job is guarded here
   * @throws IllegalArgumentException if the range makes no sense, or has more than 10,000 runs
   * @throws org.springframework.dao.DataAccessException if the database cannot tell the time
   */
  public ScheduleView of(String job, @Nullable LocalDate from, @Nullable LocalDate to) {
    JobSchedule schedule =
        schedules.get().of(job).orElseThrow(() -> new UnknownJobException(job, names()));
    Instant now = clock.now();
    LocalDate first = from != null ? from : LocalDate.ofInstant(now, schedule.zone());
    ScheduleRange range =
        new ScheduleRange(first, to != null ? to : first.plusDays(DAYS_BY_DEFAULT - 1));
    CronSchedule cron = schedule.cron();
    return new ScheduleView(
        job,
        schedule.zone().getId(),
        state(schedule, now),
        cron == null ? null : cron.expression(),
        schedule.after(),
        schedule.calendar().name().isEmpty() ? null : schedule.calendar().name(),
        range.from(),
        range.to(),
        schedule.isScheduled() ? runs(schedule, range) : List.of());
  }

  private Set<String> names() {
    return schedules.get().all().stream()
        .map(JobSchedule::job)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private State state(JobSchedule schedule, Instant now) {
    if (!schedule.isScheduled()) {
      return State.BY_HAND;
    }
    return schedules.get().next(schedule.job(), now).isPresent() ? State.SCHEDULED : State.ENDED;
  }

  private List<ScheduledRun> runs(JobSchedule schedule, ScheduleRange range) {
    Schedules all = schedules.get();
    DatesLeftOut leftOut = new DatesLeftOut(all, schedule.job());
    List<ScheduledRun> runs = new ArrayList<>();
    for (LocalDate date = range.from(); !date.isAfter(range.to()); date = date.plusDays(1)) {
      List<DueRun> due = all.ofDate(schedule.job(), date, ALWAYS);
      due.forEach(run -> runs.add(run(schedule, run)));
      if (due.isEmpty()) {
        Optional<String> why = leftOut.why(date);
        if (why.isPresent()) {
          runs.add(new ScheduledRun(date, "", null, null, 0, "not due: " + why.get()));
        }
      }
      if (runs.size() > MOST_RUNS) {
        throw new IllegalArgumentException(
            "%s has more than %,d runs from %s to %s, and no more are shown at once; shorten the range."
                .formatted(schedule.job(), MOST_RUNS, range.from(), range.to()));
      }
    }
    return runs;
  }

  private static ScheduledRun run(JobSchedule schedule, DueRun run) {
    LocalDate date = run.key().batchDate();
    return new ScheduledRun(
        date,
        run.key().part(),
        run.due().atZone(schedule.zone()).toOffsetDateTime(),
        run.coveredFrom(),
        ChronoUnit.DAYS.between(run.coveredFrom(), date) + 1,
        ClockChange.noteOf(schedule, run.due()).orElse(null));
  }
}
