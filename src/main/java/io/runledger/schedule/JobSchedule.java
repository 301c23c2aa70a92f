package io.runledger.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a job's dates fall due, and what becomes of them. A job without cron and without {@code
 * after} runs by hand only.
 *
 * @param job the job's name
 * @param zone whose local dates and times the cron speaks of
 * @param cron null if other jobs say when, or nothing does
 * @param after jobs whose runs of the same batch date come first
 * @param calendar on which days a date can be due
 * @param dateRule which date a fire is for
 * @param cutOff a fire before it belongs to the day before; null if a day begins at midnight
 * @param parts which runs a date has
 * @param catchUp what becomes of dates that nobody could run
 * @param from the first batch date; null if the job begins when it is first seen
 * @param sequential whether a date waits for all earlier ones
 * @param retry whether a failed run is tried again
 * @param formerly the name under which the job's history begins; null if it always had this one
 */
public record JobSchedule(
    String job,
    ZoneId zone,
    @Nullable CronSchedule cron,
    List<String> after,
    BusinessCalendar calendar,
    DateRule dateRule,
    @Nullable LocalTime cutOff,
    Parts parts,
    CatchUp catchUp,
    @Nullable LocalDate from,
    boolean sequential,
    Retry retry,
    @Nullable String formerly) {

  /** Refuses parts by fire time, or a cut-off, where nothing fires. */
  public JobSchedule {
    after = List.copyOf(after);
    if (cron == null && parts instanceof Parts.FireTime) {
      throw new IllegalArgumentException(
          "%s has parts by fire time, and no cron that fires.".formatted(job));
    }
    if (cron == null && cutOff != null) {
      throw new IllegalArgumentException(
          "%s has the cut-off %s, and no cron whose fires it could part.".formatted(job, cutOff));
    }
  }

  /** A job that runs by hand only. */
  public static JobSchedule byHand(String job, ZoneId zone) {
    return new JobSchedule(
        job,
        zone,
        null,
        List.of(),
        BusinessCalendar.EVERY_DAY,
        DateRule.SAME_DAY,
        null,
        Parts.none(),
        CatchUp.ALL,
        null,
        true,
        Retry.NONE,
        null);
  }

  /** The same on another calendar. */
  public JobSchedule on(BusinessCalendar other) {
    return new JobSchedule(
        job,
        zone,
        cron,
        after,
        other,
        dateRule,
        cutOff,
        parts,
        catchUp,
        from,
        sequential,
        retry,
        formerly);
  }

  /** Whether anything but a person says when a date is due. */
  public boolean isScheduled() {
    return cron != null || !after.isEmpty();
  }

  /** The day that a fire belongs to. */
  LocalDate base(LocalDateTime fire) {
    boolean isEarly = cutOff != null && fire.toLocalTime().isBefore(cutOff);
    return isEarly ? fire.toLocalDate().minusDays(1) : fire.toLocalDate();
  }

  /** When a base begins; it ends where the next one begins. */
  LocalDateTime begin(LocalDate base) {
    return base.atTime(cutOff != null ? cutOff : LocalTime.MIN);
  }

  /** The batch date of a base; empty if nothing is due then, or the job begins later. */
  Optional<LocalDate> batchDate(LocalDate base) {
    return dateRule.batchDate(base, calendar).filter(this::hasBegun);
  }

  /** The base of a batch date; empty if the date is never due. */
  Optional<LocalDate> baseOf(LocalDate batchDate) {
    return Optional.of(batchDate)
        .filter(this::hasBegun)
        .flatMap(date -> dateRule.base(date, calendar));
  }

  boolean hasBegun(LocalDate batchDate) {
    return from == null || !batchDate.isBefore(from);
  }
}
