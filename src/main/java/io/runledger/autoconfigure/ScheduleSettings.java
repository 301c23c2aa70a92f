package io.runledger.autoconfigure;

import io.runledger.autoconfigure.RunledgerProperties.JobSettings;
import io.runledger.autoconfigure.RunledgerProperties.RetrySettings;
import io.runledger.run.Nearest;
import io.runledger.schedule.BusinessCalendar;
import io.runledger.schedule.Calendars;
import io.runledger.schedule.CatchUp;
import io.runledger.schedule.CronSchedule;
import io.runledger.schedule.DateRule;
import io.runledger.schedule.JobSchedule;
import io.runledger.schedule.Parts;
import io.runledger.schedule.Retry;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the schedule of one job. Each mistake is told with property, value and the right one that
 * is nearest; the schedule is then made without it, so that the next mistake is found as well.
 */
final class ScheduleSettings {

  private static final int LONGEST_PART = 100;

  private final String job;
  private final JobSettings settings;
  private final ZoneId zone;
  private final Faults faults;

  ScheduleSettings(String job, JobSettings settings, ZoneId zone, Faults faults) {
    this.job = job;
    this.settings = settings;
    this.zone = zone;
    this.faults = faults;
  }

  /**
   * Reads it.
   *
   * @param upstream what it comes after, as far as that exists
   */
  JobSchedule read(Calendars calendars, List<String> upstream) {
    new UselessSettings(job, settings, faults).tell();
    CronSchedule cron = settings.cron() == null ? null : cron(settings.cron()).orElse(null);
    Parts parts = parts();
    return new JobSchedule(
        job,
        zone,
        cron,
        upstream,
        calendar(calendars),
        Objects.requireNonNullElse(settings.batchDate(), DateRule.SAME_DAY),
        cutOff(cron),
        cron == null && parts instanceof Parts.FireTime ? Parts.none() : parts,
        Objects.requireNonNullElse(settings.catchUp(), CatchUp.ALL),
        from(),
        Objects.requireNonNullElse(settings.sequential(), true),
        retry(),
        settings.formerly());
  }

  private String property(String key) {
    return "runledger.jobs." + job + "." + key;
  }

  private Optional<CronSchedule> cron(String text) {
    if (text.isBlank()) {
      faults.add(
          """
          %s is set to nothing; nothing was scheduled. Write one like '0 30 23 * * ?', or remove the \
          key if the job runs by hand only."""
              .formatted(property("cron")));
      return Optional.empty();
    }
    return faults.in(
        () ->
            CronSchedule.parse(
                property("cron"), Placeholders.resolved(property("cron"), text).strip(), zone));
  }

  private BusinessCalendar calendar(Calendars calendars) {
    String name = settings.calendar();
    if (name == null) {
      return BusinessCalendar.EVERY_DAY;
    }
    if (faults.in(() -> Placeholders.resolved(property("calendar"), name)).isEmpty()) {
      return BusinessCalendar.EVERY_DAY;
    }
    Optional<BusinessCalendar> calendar = calendars.find(name);
    if (calendar.isEmpty()) {
      faults.add(
          "%s is '%s', and there is no calendar of that name; nothing was scheduled. %s"
              .formatted(
                  property("calendar"),
                  name,
                  Nearest.to(name, calendars.names())
                      .map("Did you mean %s?"::formatted)
                      .orElseGet(
                          () ->
                              calendars.names().isEmpty()
                                  ? "Define it under runledger.calendars."
                                  : "There are: " + String.join(", ", calendars.names()) + ".")));
    }
    return calendar.orElse(BusinessCalendar.EVERY_DAY);
  }

  private @Nullable LocalTime cutOff(@Nullable CronSchedule cron) {
    String text = settings.cutOff();
    if (text == null) {
      return null;
    }
    Optional<LocalTime> time = faults.in(() -> Dates.time(property("cut-off"), text));
    return cron == null ? null : time.orElse(null);
  }

  private @Nullable LocalDate from() {
    String text = settings.from();
    return text == null ? null : faults.in(() -> Dates.date(property("from"), text)).orElse(null);
  }

  private Parts parts() {
    List<String> names = settings.part();
    if (names.isEmpty()) {
      return Parts.none();
    }
    if (names.equals(List.of("fire-time"))) {
      return Parts.fireTime();
    }
    Optional<String> wrong = wrongPart(names);
    wrong.ifPresent(
        why ->
            faults.add(
                "%s is %s, and %s; nothing was scheduled."
                    .formatted(property("part"), names, why)));
    return wrong.isPresent() ? Parts.none() : new Parts.Names(names);
  }

  private static Optional<String> wrongPart(List<String> names) {
    if (names.contains("fire-time")) {
      return Optional.of("fire-time stands alone or not at all: write it alone, or names only");
    }
    if (new HashSet<>(names).size() < names.size()) {
      return Optional.of("a name stands in it twice: remove one, since a run exists once");
    }
    return names.stream()
        .filter(name -> name.isEmpty() || name.chars().anyMatch(ScheduleSettings::isBlank))
        .findFirst()
        .map("the name '%s' is empty or has white space in it: write it without"::formatted)
        .or(
            () ->
                names.stream()
                    .filter(name -> name.length() > LONGEST_PART)
                    .findFirst()
                    .map(
                        name ->
                            "a name has %d characters, and at most %d are kept: shorten it"
                                .formatted(name.length(), LONGEST_PART)));
  }

  private static boolean isBlank(int character) {
    return Character.isWhitespace(character)
        || Character.isSpaceChar(character)
        || Character.isISOControl(character);
  }

  private Retry retry() {
    RetrySettings retry = settings.retry();
    if (retry == null) {
      return Retry.NONE;
    }
    try {
      return new Retry(retry.attempts(), retry.delay(), retry.maxDelay());
    } catch (IllegalArgumentException e) {
      faults.add("%s: %s Nothing was scheduled.".formatted(property("retry"), e.getMessage()));
      return Retry.NONE;
    }
  }
}
