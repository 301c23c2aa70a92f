package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronScheduleTest {

  private static final Instant NEVER_BEFORE = Instant.parse("1970-01-01T00:00:00Z");

  @DisplayName(
      "RC-01 a due time in the spring gap is moved on by the gap, and no date of 2026 is lost")
  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin,     0 30 2 * * ?, 2026-03-29, 2026-03-29T01:30:00Z",
    "Europe/London,     0 30 1 * * ?, 2026-03-29, 2026-03-29T01:30:00Z",
    "America/New_York,  0 30 2 * * ?, 2026-03-08, 2026-03-08T07:30:00Z",
    "Africa/Cairo,      0 30 0 * * ?, 2026-04-24, 2026-04-23T22:30:00Z",
    "America/Santiago,  0 15 0 * * ?, 2026-09-06, 2026-09-06T04:15:00Z",
    "Australia/Lord_Howe, 0 15 2 * * ?, 2026-10-04, 2026-10-03T15:45:00Z"
  })
  void a_due_time_in_the_gap_is_moved_on(
      String zone, String cron, LocalDate date, Instant expected) {
    CronSchedule schedule = CronSchedule.parse("cron", cron, ZoneId.of(zone));
    Set<LocalDate> dates = new TreeSet<>();
    LocalDateTime due = LocalDateTime.MIN;
    Instant now = LocalDate.of(2025, 12, 31).atTime(12, 0).atZone(ZoneId.of(zone)).toInstant();
    while (due.getYear() <= 2026) {
      due = schedule.next(now).orElseThrow();
      now = schedule.instantOf(due);
      if (due.getYear() == 2026) {
        dates.add(due.toLocalDate());
      }
      if (due.toLocalDate().equals(date)) {
        assertThat(now).isEqualTo(expected);
      }
    }
    assertThat(dates).hasSize(365);
  }

  @Test
  void the_last_due_time_is_the_one_at_or_before_now() {
    CronSchedule nightly =
        CronSchedule.parse("cron", "0 30 23 * * ?", ZoneId.of("Asia/Ho_Chi_Minh"));
    assertThat(nightly.last(Instant.parse("2026-11-30T16:29:59Z"), NEVER_BEFORE))
        .contains(LocalDateTime.parse("2026-11-29T23:30"));
    assertThat(nightly.last(Instant.parse("2026-11-30T16:30:00Z"), NEVER_BEFORE))
        .contains(LocalDateTime.parse("2026-11-30T23:30"));
  }

  @Test
  void what_was_due_before_the_job_was_known_does_not_count() {
    CronSchedule nightly = CronSchedule.parse("cron", "0 30 23 * * ?", ZoneId.of("UTC"));
    Instant now = Instant.parse("2026-11-30T10:00:00Z");
    assertThat(nightly.last(now, Instant.parse("2026-11-29T23:30:00Z"))).isEmpty();
    assertThat(nightly.last(now, Instant.parse("2026-11-29T23:29:59Z"))).isPresent();
  }

  @Test
  void a_yearly_schedule_finds_its_last_due_time_too() {
    CronSchedule leap = CronSchedule.parse("cron", "0 30 1 29 2 ?", ZoneId.of("UTC"));
    assertThat(leap.last(Instant.parse("2027-06-01T00:00:00Z"), NEVER_BEFORE))
        .contains(LocalDateTime.parse("2024-02-29T01:30"));
  }

  @Test
  void a_due_time_in_the_autumn_overlap_comes_once() {
    CronSchedule schedule = CronSchedule.parse("cron", "0 30 2 * * ?", ZoneId.of("Europe/Berlin"));
    LocalDateTime first = schedule.next(Instant.parse("2026-10-24T12:00:00Z")).orElseThrow();
    assertThat(schedule.instantOf(first)).isEqualTo("2026-10-25T00:30:00Z");
    assertThat(schedule.next(schedule.instantOf(first)))
        .contains(LocalDateTime.parse("2026-10-26T02:30"));
  }

  @Test
  void a_schedule_that_lies_in_the_past_is_taken_and_is_never_due_again() {
    CronSchedule ended = CronSchedule.parse("cron", "0 50 2 18,19 6 ? 2019", ZoneId.of("UTC"));
    assertThat(ended.next(Instant.parse("2026-11-30T00:00:00Z"))).isEmpty();
  }

  @DisplayName(
      "RC-26 a cron that cannot be read, or comes true in no year, is named with its property")
  @ParameterizedTest
  @ValueSource(strings = {"0 2 * * *", "0 0 25 * * ?", "0 0 2 31 2 ?", "${NIGHTLY}"})
  void a_wrong_cron_is_refused(String cron) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> CronSchedule.parse("runledger.jobs.eod-interest.cron", cron, ZoneId.of("UTC")))
        .withMessageStartingWith("runledger.jobs.eod-interest.cron is '" + cron + "'")
        .withMessageContaining("Nothing was scheduled");
  }

  @DisplayName("a cron of each day, which is worked out once a time of day, fires as Quartz says")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 30 2 * * ?",
        "0 30 2 ? * *",
        "0 0/7 3-5 * * ?",
        "59 59 23 * * ? *",
        "* * * * * ?",
        "0 0 0 * * ?",
        // Not of each day.
        "0 30 2 ? * MON-FRI",
        "0 30 2 L * ?",
        "0 30 2 * 2 ?",
        "0 30 2 * * ? 2027"
      })
  void each_day(String cron) {
    CronSchedule schedule = CronSchedule.parse("cron", cron, ZoneId.of("UTC"));
    LocalDateTime before = LocalDateTime.parse("1969-12-30T00:00:00");
    assertThat(schedule.atOrAfter(before)).isEqualTo(schedule.after(before.minusNanos(1)));
    LocalDateTime local = LocalDateTime.parse("2026-02-26T00:00:00");
    for (int i = 0; i < 500; i++) {
      assertThat(schedule.atOrAfter(local)).isEqualTo(schedule.after(local.minusNanos(1)));
      local = local.plusSeconds(3_607).plusNanos(i % 2);
      assertThat(schedule.atOrAfter(local.toLocalDate().atStartOfDay()))
          .isEqualTo(schedule.after(local.toLocalDate().atStartOfDay().minusNanos(1)));
    }
  }
}
