package io.runledger.schedule;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Schedules of a night at one o'clock: one job by itself, and one after it. */
public final class Nightly {

  private Nightly() {}

  public static Schedules of(LocalDate from, String first, String after) {
    return new Schedules(
        List.of(
            schedule(
                first, CronSchedule.parse("cron", "0 0 1 * * ?", ZoneOffset.UTC), List.of(), from),
            schedule(after, null, List.of(first), from)));
  }

  private static JobSchedule schedule(
      String job, @Nullable CronSchedule cron, List<String> after, LocalDate from) {
    return new JobSchedule(
        job,
        ZoneOffset.UTC,
        cron,
        after,
        BusinessCalendar.EVERY_DAY,
        DateRule.SAME_DAY,
        null,
        Parts.none(),
        CatchUp.ALL,
        from,
        true,
        Retry.NONE,
        null);
  }
}
