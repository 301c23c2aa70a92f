package io.runledger.schedule;

import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A schedule of which a test says only what it is about. */
final class ScheduleDraft {

  private final String job;
  private ZoneId zone = ZoneId.of("UTC");
  private @Nullable String cron;
  private List<String> after = List.of();
  private BusinessCalendar calendar = BusinessCalendar.EVERY_DAY;
  private DateRule rule = DateRule.SAME_DAY;
  private @Nullable LocalTime cutOff;
  private Parts parts = Parts.none();
  private @Nullable LocalDate from;

  private ScheduleDraft(String job) {
    this.job = job;
  }

  static ScheduleDraft job(String job) {
    return new ScheduleDraft(job);
  }

  ScheduleDraft in(String zone) {
    this.zone = ZoneId.of(zone);
    return this;
  }

  ScheduleDraft cron(String cron) {
    this.cron = cron;
    return this;
  }

  ScheduleDraft after(String... jobs) {
    this.after = List.of(jobs);
    return this;
  }

  ScheduleDraft on(BusinessCalendar calendar) {
    this.calendar = calendar;
    return this;
  }

  ScheduleDraft rule(DateRule rule) {
    this.rule = rule;
    return this;
  }

  ScheduleDraft cutOff(String time) {
    this.cutOff = LocalTime.parse(time);
    return this;
  }

  ScheduleDraft parts(Parts parts) {
    this.parts = parts;
    return this;
  }

  ScheduleDraft from(String date) {
    this.from = LocalDate.parse(date);
    return this;
  }

  JobSchedule build() {
    return new JobSchedule(
        job,
        zone,
        cron == null ? null : CronSchedule.parse(job + ".cron", cron, zone),
        after,
        calendar,
        rule,
        cutOff,
        parts,
        CatchUp.ALL,
        from,
        true,
        Retry.NONE,
        null);
  }

  static Schedules schedules(ScheduleDraft... drafts) {
    return new Schedules(List.of(drafts).stream().map(ScheduleDraft::build).toList());
  }
}
