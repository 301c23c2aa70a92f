package io.runledger.schedule;

import static io.runledger.schedule.ScheduleDraft.job;
import static io.runledger.schedule.ScheduleDraft.schedules;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class YearSweepTest {

  /** Those that change their clocks oddly, or have an odd offset, and the plain ones. */
  private static final List<String> ZONES =
      List.of(
          "Africa/Cairo",
          "Africa/Casablanca",
          "Africa/El_Aaiun",
          "America/Asuncion",
          "America/Havana",
          "America/Los_Angeles",
          "America/New_York",
          "America/Nuuk",
          "America/Santiago",
          "America/Scoresbysund",
          "America/St_Johns",
          "Antarctica/Troll",
          "Asia/Beirut",
          "Asia/Gaza",
          "Asia/Ho_Chi_Minh",
          "Asia/Jerusalem",
          "Asia/Kathmandu",
          "Asia/Kolkata",
          "Asia/Tehran",
          "Atlantic/Azores",
          "Australia/Eucla",
          "Australia/Lord_Howe",
          "Europe/Berlin",
          "Europe/Dublin",
          "Europe/London",
          "Pacific/Apia",
          "Pacific/Chatham",
          "Pacific/Easter",
          "Pacific/Kiritimati",
          "UTC");

  @DisplayName(
      "RC-01 30 zones, each quarter of an hour, 2026: 365 dates each, none twice, in order")
  @Test
  @Timeout(60)
  void each_date_of_the_year_is_due_once() {
    long begun = System.nanoTime();
    long count = 0;
    for (String zone : ZONES) {
      for (int quarter = 0; quarter < 96; quarter++) {
        String cron = "0 %d %d * * ?".formatted(quarter % 4 * 15, quarter / 4);
        count += sweep(zone, cron);
      }
    }
    long millis = (System.nanoTime() - begun) / 1_000_000;
    assertThat(ZONES).hasSize(30);
    assertThat(count).isEqualTo(30 * 96 * 365);
    System.out.printf("%d due runs of 30 zones in %d ms%n", count, millis);
  }

  private static int sweep(String zone, String cron) {
    Schedules schedules = schedules(job("j").in(zone).cron(cron));
    Instant begin = LocalDate.of(2025, 12, 30).atStartOfDay(ZoneId.of(zone)).toInstant();
    Instant end = LocalDate.of(2027, 1, 3).atStartOfDay(ZoneId.of(zone)).toInstant();
    LocalDate expected = LocalDate.of(2026, 1, 1);
    Instant last = Instant.MIN;
    int count = 0;
    for (DueRun run : schedules.due("j", Instant.EPOCH, begin, end, 400)) {
      LocalDate date = run.key().batchDate();
      if (date.getYear() == 2026) {
        if (!date.equals(expected) || !run.due().isAfter(last)) {
          throw new AssertionError(
              "%s '%s': %s after %s, expected %s".formatted(zone, cron, run, last, expected));
        }
        expected = expected.plusDays(1);
        last = run.due();
        count++;
      }
    }
    if (count != 365) {
      throw new AssertionError("%s '%s': %d dates".formatted(zone, cron, count));
    }
    return count;
  }
}
