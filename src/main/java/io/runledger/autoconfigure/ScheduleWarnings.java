package io.runledger.autoconfigure;

import io.runledger.schedule.Calendars;
import io.runledger.schedule.CronSchedule;
import io.runledger.schedule.DueRun;
import io.runledger.schedule.JobSchedule;
import io.runledger.schedule.Parts;
import io.runledger.schedule.Schedules;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Schedules that can be meant, but seldom are: one warning each, at start-up. */
final class ScheduleWarnings {

  private static final Logger log = LoggerFactory.getLogger(ScheduleWarnings.class);

  private final Instant now;

  ScheduleWarnings(Instant now) {
    this.now = now;
  }

  void tell(Schedules schedules, Calendars calendars) {
    for (JobSchedule schedule : schedules.all()) {
      CronSchedule cron = schedule.cron();
      if (cron != null) {
        tell(schedules, schedule, cron);
      }
    }
    Set<String> unused = new TreeSet<>(calendars.names());
    schedules.all().forEach(schedule -> unused.remove(schedule.calendar().name()));
    for (String name : unused) {
      log.atWarn()
          .addKeyValue("calendar", name)
          .log("runledger.calendars.{} is used by no job; set it as the calendar of one.", name);
    }
  }

  private void tell(Schedules schedules, JobSchedule schedule, CronSchedule cron) {
    CronHabits habits = new CronHabits(cron, now);
    Optional<DueRun> next = schedules.next(schedule.job(), now);
    if (habits.hasEnded()) {
      warn(
          schedule,
          cron,
          "has ended: %s, and no date of it falls due any more"
              .formatted(last(schedules, schedule)));
    } else if (next.isEmpty()) {
      warn(
          schedule,
          cron,
          "never fires for a business day of the calendar '%s', so no date is ever due"
              .formatted(schedule.calendar().name()));
    } else if (!(schedule.parts() instanceof Parts.FireTime)) {
      habits.oftenADay().ifPresent(often -> warn(schedule, cron, often));
    }
    habits.skippedMonths().ifPresent(skips -> warn(schedule, cron, skips));
  }

  private String last(Schedules schedules, JobSchedule schedule) {
    List<DueRun> due =
        schedules.due(schedule.job(), Instant.EPOCH, Instant.EPOCH, now, Integer.MAX_VALUE);
    return due.isEmpty()
        ? "it lies in the past"
        : "its last batch date was " + due.get(due.size() - 1).key().batchDate();
  }

  private static void warn(JobSchedule schedule, CronSchedule cron, String what) {
    log.atWarn()
        .addKeyValue("job", schedule.job())
        .log("runledger.jobs.{}.cron is '{}', which {}.", schedule.job(), cron.expression(), what);
  }
}
