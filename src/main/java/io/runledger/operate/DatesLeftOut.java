package io.runledger.operate;

import io.runledger.schedule.BusinessCalendar;
import io.runledger.schedule.JobSchedule;
import io.runledger.schedule.Schedules;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.stream.Stream;

/** Dates that a job would have if it were not for a calendar: its own, or that of a job before. */
final class DatesLeftOut {

  private final Schedules schedules;
  private final Schedules withoutCalendars;
  private final String job;

  DatesLeftOut(Schedules schedules, String job) {
    this.schedules = schedules;
    this.withoutCalendars =
        new Schedules(
            schedules.all().stream().map(one -> one.on(BusinessCalendar.EVERY_DAY)).toList());
    this.job = job;
  }

  /** Why a date that is not due is not; empty if that is not a calendar's doing. */
  Optional<String> why(LocalDate date) {
    return withoutCalendars.ofDate(job, date, Instant.EPOCH).isEmpty()
        ? Optional.empty()
        : reasons(job, date).findFirst();
  }

  private Stream<String> reasons(String name, LocalDate date) {
    JobSchedule schedule = schedules.of(name).orElseThrow();
    Stream<String> own = schedule.calendar().whyNot(date).stream();
    return schedule.cron() != null
        ? own
        : Stream.concat(own, schedule.after().stream().flatMap(one -> reasons(one, date)));
  }
}
