package io.runledger.schedule;

import static io.runledger.schedule.ScheduleDraft.job;
import static io.runledger.schedule.ScheduleDraft.schedules;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchedulesTest {

  private static final Instant EPOCH = Instant.EPOCH;
  private static final BusinessCalendar WEEKDAYS =
      BusinessCalendar.of(
          "weekdays", List.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY), List.of(), List.of());

  private static List<DueRun> due(ScheduleDraft draft, String after, String until) {
    return schedules(draft)
        .due("j", EPOCH, Instant.parse(after), Instant.parse(until), Integer.MAX_VALUE);
  }

  private static List<String> dates(List<DueRun> runs) {
    return runs.stream().map(run -> run.key().batchDate().toString()).toList();
  }

  private static List<String> dueAt(List<DueRun> runs) {
    return runs.stream().map(run -> run.key().batchDate() + " " + run.due()).toList();
  }

  @DisplayName(
      "RC-03 with parts by fire time a repeated hour is due twice, and a missing one not at all")
  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, 2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z, 50",
    "Europe/Berlin, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z, 46",
    "UTC,           2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z, 50",
    "Europe/Berlin, 2026-06-09T22:00:00Z, 2026-06-10T22:00:00Z, 48"
  })
  void each_fire_of_the_day_is_a_run(String zone, Instant begin, Instant end, int expected) {
    Schedules schedules =
        schedules(job("j").in(zone).cron("0 0/30 * * * ?").parts(Parts.fireTime()));
    List<DueRun> runs =
        schedules.due("j", EPOCH, begin.minusNanos(1), end.minusNanos(1), Integer.MAX_VALUE);
    assertThat(runs).hasSize(expected);
    assertThat(new HashSet<>(runs.stream().map(DueRun::key).toList())).hasSize(expected);
    assertThat(runs.stream().map(DueRun::due)).isSorted();
    for (int i = 1; i < runs.size(); i++) {
      assertThat(Duration.between(runs.get(i - 1).due(), runs.get(i).due())).hasMinutes(30);
    }
  }

  @DisplayName("RC-03 the parts of the repeated hour are told apart by their offset")
  @Test
  void parts_carry_their_offset() {
    List<DueRun> runs =
        due(
            job("j").in("Europe/Berlin").cron("0 30 2,3 * * ?").parts(Parts.fireTime()),
            "2026-10-24T22:00:00Z",
            "2026-10-25T22:00:00Z");
    assertThat(runs.stream().map(run -> run.key().part() + " " + run.due()))
        .containsExactly(
            "02:30+02:00 2026-10-25T00:30:00Z",
            "02:30+01:00 2026-10-25T01:30:00Z",
            "03:30+01:00 2026-10-25T02:30:00Z");
    assertThat(
            due(
                    job("j").cron("5 0 0 * * ?").parts(Parts.fireTime()),
                    "2026-10-24T22:00:00Z",
                    "2026-10-25T22:00:00Z")
                .get(0)
                .key()
                .part())
        .isEqualTo("00:00:05+00:00");
  }

  @DisplayName("RC-03 the runs of a date are the same whether asked by date or by time")
  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, 2026-10-25, 50",
    "Europe/Berlin, 2026-03-29, 46",
    "Africa/Cairo, 2026-04-24, 46",
    "Africa/Cairo, 2026-10-29, 50",
    "America/Santiago, 2026-09-06, 46",
    "America/Havana, 2026-11-01, 50",
    "Australia/Lord_Howe, 2026-04-05, 49",
    "Australia/Lord_Howe, 2026-10-04, 47"
  })
  void by_date_or_by_time(String zone, LocalDate date, int expected) {
    Schedules schedules =
        schedules(job("j").in(zone).cron("0 0/30 * * * ?").parts(Parts.fireTime()));
    Instant noonBefore = date.minusDays(1).atTime(12, 0).atZone(ZoneId.of(zone)).toInstant();
    List<DueRun> byTime =
        schedules
            .due("j", EPOCH, noonBefore, noonBefore.plus(Duration.ofDays(2)), Integer.MAX_VALUE)
            .stream()
            .filter(run -> run.key().batchDate().equals(date))
            .toList();
    assertThat(schedules.ofDate("j", date, EPOCH)).isEqualTo(byTime).hasSize(expected);
  }

  @DisplayName("RC-04 month ends, leap days and the 31st come true as the calendar has them")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 0 23 L * ? | 2026 | 2026 | 2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30 "
            + "2026-07-31 2026-08-31 2026-09-30 2026-10-31 2026-11-30 2026-12-31",
        "0 0 0 L 2 ?  | 2024 | 2028 | 2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29",
        "0 30 1 29 2 ? | 2026 | 2036 | 2028-02-29 2032-02-29 2036-02-29",
        "0 0 8 31 * ? | 2026 | 2026 | 2026-01-31 2026-03-31 2026-05-31 2026-07-31 2026-08-31 2026-10-31 "
            + "2026-12-31"
      })
  void rare_days(String cron, int firstYear, int lastYear, String expected) {
    List<DueRun> runs =
        due(
            job("j").in("Asia/Ho_Chi_Minh").cron(cron),
            (firstYear - 1) + "-12-31T16:59:59Z",
            lastYear + "-12-31T16:59:59Z");
    assertThat(dates(runs)).containsExactly(expected.split(" "));
  }

  @DisplayName("RC-06 a run that is due at 23:59:50 is for that day, however late it is asked for")
  @Test
  void the_batch_date_is_that_of_the_due_time() {
    List<DueRun> runs =
        due(
            job("j").in("Asia/Kolkata").cron("50 59 23 * * ?"),
            "2026-08-31T00:00:00Z",
            "2026-08-31T18:30:20Z");
    assertThat(dueAt(runs)).containsExactly("2026-08-31 2026-08-31T18:29:50Z");
  }

  @Test
  void a_daily_date_is_due_once_in_the_gap_and_in_the_overlap() {
    ScheduleDraft draft = job("j").in("Europe/Berlin").cron("0 30 2 * * ?");
    assertThat(dueAt(due(draft, "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z")))
        .containsExactly("2026-03-29 2026-03-29T01:30:00Z", "2026-03-30 2026-03-30T00:30:00Z");
    assertThat(dueAt(due(draft, "2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z")))
        .containsExactly("2026-10-25 2026-10-25T00:30:00Z", "2026-10-26 2026-10-26T01:30:00Z");
  }

  @Test
  void a_date_is_due_at_the_earliest_of_its_fires_even_if_the_first_is_moved_on_by_the_gap() {
    ScheduleDraft draft = job("j").in("Europe/Berlin").cron("0 15/40 2-3 29 3 ?");
    // 02:15 does not exist and becomes 03:15; 03:15 is there too; 02:55 would become 03:55.
    assertThat(dueAt(due(draft, "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z")))
        .containsExactly("2026-03-29 2026-03-29T01:15:00Z");
    ScheduleDraft later = job("j").in("Europe/Berlin").cron("0 5/50 2-3 29 3 ?").cutOff("02:30");
    // Of the base 29 March there are 02:55, moved to 03:55, and 03:05, which is earlier.
    assertThat(schedules(later).ofDate("j", LocalDate.parse("2026-03-29"), EPOCH).get(0).due())
        .isEqualTo("2026-03-29T01:05:00Z");
  }

  @Test
  void all_fires_of_a_day_are_one_date_and_the_first_that_counts_says_when() {
    ScheduleDraft hourly = job("j").cron("0 0 * * * ?");
    assertThat(dueAt(due(hourly, "2026-11-28T10:30:00Z", "2026-11-30T23:00:00Z")))
        .containsExactly("2026-11-29 2026-11-29T00:00:00Z", "2026-11-30 2026-11-30T00:00:00Z");
    Instant since = Instant.parse("2026-11-28T10:30:00Z");
    List<DueRun> runs =
        schedules(hourly).due("j", since, since, Instant.parse("2026-11-29T12:00:00Z"), 10);
    assertThat(dueAt(runs))
        .containsExactly("2026-11-28 2026-11-28T11:00:00Z", "2026-11-29 2026-11-29T00:00:00Z");
    assertThat(schedules(hourly).ofDate("j", LocalDate.parse("2026-11-28"), since))
        .containsExactly(runs.get(0));
  }

  @Test
  void what_was_due_before_the_job_was_known_is_not_due_unless_it_has_a_first_date() {
    Instant since = Instant.parse("2026-11-28T23:30:00Z");
    Instant until = Instant.parse("2026-11-30T23:30:00Z");
    ScheduleDraft nightly = job("j").cron("0 30 23 * * ?");
    assertThat(dates(schedules(nightly).due("j", since, EPOCH, until, 10)))
        .containsExactly("2026-11-29", "2026-11-30");
    assertThat(dates(schedules(nightly.from("2026-11-26")).due("j", since, EPOCH, until, 10)))
        .containsExactly("2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30");
    assertThat(dates(schedules(nightly.from("2026-11-30")).due("j", EPOCH, EPOCH, until, 10)))
        .containsExactly("2026-11-30");
  }

  @Test
  void a_fire_before_the_cut_off_belongs_to_the_day_before() {
    ScheduleDraft draft = job("j").in("Europe/Berlin").cron("0 0 2 * * ?").cutOff("06:00");
    assertThat(dueAt(due(draft, "2026-02-28T12:00:00Z", "2026-03-02T12:00:00Z")))
        .containsExactly("2026-02-28 2026-03-01T01:00:00Z", "2026-03-01 2026-03-02T01:00:00Z");
    ScheduleDraft atIt = job("j").in("Europe/Berlin").cron("0 0 6 * * ?").cutOff("06:00");
    assertThat(dates(due(atIt, "2026-02-28T12:00:00Z", "2026-03-01T12:00:00Z")))
        .containsExactly("2026-03-01");
  }

  @Test
  void with_a_cut_off_parts_by_fire_time_belong_to_their_business_night() {
    List<DueRun> runs =
        due(
            job("j").cron("0 0 22,2 * * ?").cutOff("04:00").parts(Parts.fireTime()).on(WEEKDAYS),
            "2026-11-27T12:00:00Z",
            "2026-12-01T12:00:00Z");
    assertThat(runs.stream().map(run -> run.key().toString() + " " + run.due()))
        .containsExactly(
            "j 2026-11-27/22:00+00:00 2026-11-27T22:00:00Z",
            "j 2026-11-27/02:00+00:00 2026-11-28T02:00:00Z",
            "j 2026-11-30/22:00+00:00 2026-11-30T22:00:00Z",
            "j 2026-11-30/02:00+00:00 2026-12-01T02:00:00Z");
  }

  @Test
  void the_previous_day_is_due_the_morning_after_each_business_day() {
    ScheduleDraft draft = job("j").cron("0 0 6 * * ?").rule(DateRule.PREVIOUS_DAY).on(WEEKDAYS);
    // Friday the 27th, and Monday the 30th; the weekend itself is never due.
    assertThat(dueAt(due(draft, "2026-11-27T12:00:00Z", "2026-12-01T12:00:00Z")))
        .containsExactly("2026-11-27 2026-11-28T06:00:00Z", "2026-11-30 2026-12-01T06:00:00Z");
  }

  @Test
  void the_previous_business_day_is_found_over_year_end_month_end_and_leap_day() {
    BusinessCalendar bank =
        BusinessCalendar.of(
            "bank",
            List.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY),
            List.of(LocalDate.parse("2027-01-01")),
            List.of());
    ScheduleDraft draft =
        job("j").cron("0 0 6 * * ?").rule(DateRule.PREVIOUS_BUSINESS_DAY).on(bank);
    assertThat(dueAt(due(draft, "2026-12-31T00:00:00Z", "2027-01-05T12:00:00Z")))
        .containsExactly(
            "2026-12-30 2026-12-31T06:00:00Z",
            "2026-12-31 2027-01-04T06:00:00Z",
            "2027-01-04 2027-01-05T06:00:00Z");
    assertThat(dueAt(due(draft, "2028-02-29T00:00:00Z", "2028-03-01T12:00:00Z")))
        .containsExactly("2028-02-28 2028-02-29T06:00:00Z", "2028-02-29 2028-03-01T06:00:00Z");
    assertThat(schedules(draft).ofDate("j", LocalDate.parse("2026-12-31"), EPOCH).get(0).due())
        .isEqualTo("2027-01-04T06:00:00Z");
    assertThat(schedules(draft).ofDate("j", LocalDate.parse("2027-01-01"), EPOCH)).isEmpty();
  }

  @Test
  void a_business_day_covers_the_calendar_days_since_the_last_one() {
    ScheduleDraft draft = job("j").cron("0 30 23 * * ?").on(WEEKDAYS);
    assertThat(
            due(draft, "2026-11-26T00:00:00Z", "2026-12-01T00:00:00Z").stream()
                .map(run -> run.coveredFrom() + ".." + run.key().batchDate()))
        .containsExactly(
            "2026-11-26..2026-11-26", "2026-11-27..2026-11-27", "2026-11-28..2026-11-30");
    assertThat(
            due(job("j").cron("0 30 23 ? * FRI"), "2026-11-26T00:00:00Z", "2026-11-28T00:00:00Z"))
        .singleElement()
        .extracting(DueRun::coveredFrom)
        .isEqualTo(LocalDate.parse("2026-11-27"));
  }

  @Test
  void a_list_of_parts_is_due_at_one_instant_in_the_order_of_the_list() {
    Schedules schedules =
        schedules(
            job("j").cron("0 0 1 * * ?").parts(new Parts.Names(List.of("USD", "EUR", "VND"))));
    List<DueRun> runs =
        schedules.due(
            "j",
            EPOCH,
            Instant.parse("2026-11-30T00:00:00Z"),
            Instant.parse("2026-12-01T01:00:00Z"),
            10);
    assertThat(runs.stream().map(run -> run.key().toString()))
        .containsExactly(
            "j 2026-11-30/USD",
            "j 2026-11-30/EUR",
            "j 2026-11-30/VND",
            "j 2026-12-01/USD",
            "j 2026-12-01/EUR",
            "j 2026-12-01/VND");
    assertThat(runs.stream().map(DueRun::due).distinct()).hasSize(2);
    assertThat(schedules.due("j", EPOCH, Instant.parse("2026-11-30T00:00:00Z"), Instant.MAX, 4))
        .isEqualTo(runs.subList(0, 4));
  }

  @Test
  void the_bounds_are_after_the_first_instant_and_up_to_the_last() {
    ScheduleDraft nightly = job("j").cron("0 30 23 * * ?");
    assertThat(dates(due(nightly, "2026-11-28T23:30:00Z", "2026-11-29T23:30:00Z")))
        .containsExactly("2026-11-29");
    assertThat(schedules(nightly).due("j", EPOCH, Instant.MIN, Instant.MAX, 0)).isEmpty();
    assertThat(dates(schedules(nightly).due("j", Instant.MIN, Instant.MIN, Instant.MAX, 1)))
        .containsExactly("1970-01-01");
    assertThat(schedules(nightly).next("j", Instant.parse("2026-11-29T23:30:00Z")))
        .map(DueRun::due)
        .contains(Instant.parse("2026-11-30T23:30:00Z"));
  }

  @Test
  void a_schedule_that_has_ended_is_never_due_again() {
    Schedules schedules = schedules(job("j").cron("0 50 2 18,19 6 ? 2019"));
    assertThat(schedules.next("j", Instant.parse("2026-11-30T00:00:00Z"))).isEmpty();
    assertThat(dates(schedules.due("j", EPOCH, EPOCH, Instant.MAX, 10)))
        .containsExactly("2019-06-18", "2019-06-19");
  }

  @Test
  void a_job_without_schedule_is_never_due() {
    Schedules schedules = new Schedules(List.of(JobSchedule.byHand("j", ZoneId.of("UTC"))));
    assertThat(schedules.hasSchedule("j")).isFalse();
    assertThat(schedules.due("j", EPOCH, EPOCH, Instant.MAX, 10)).isEmpty();
    assertThat(schedules.next("j", EPOCH)).isEmpty();
    assertThat(schedules.of("other")).isEmpty();
    assertThat(schedules.hasSchedule("other")).isFalse();
  }

  @DisplayName("RC-26 a daily job whose cron fires 3,600 times a day has one date a day, quickly")
  @Test
  @Timeout(5)
  void a_cron_of_every_second_is_not_walked() {
    for (String cron : List.of("* * 2 * * ?", "* * * * * ?")) {
      List<DueRun> year = due(job("j").cron(cron), "2025-12-31T12:00:00Z", "2026-12-31T12:00:00Z");
      assertThat(year).hasSize(365);
      assertThat(new HashSet<>(dates(year))).hasSize(365);
    }
  }

  @Test
  @Timeout(5)
  void a_schedule_that_never_meets_its_calendar_ends_the_search() {
    Schedules schedules =
        schedules(
            job("j").cron("* * * ? * SUN").on(WEEKDAYS),
            job("intraday").cron("* * * ? * SUN").parts(Parts.fireTime()).on(WEEKDAYS),
            job("sundays").cron("0 0 1 ? * SUN"),
            job("follower").after("sundays").on(WEEKDAYS));
    for (String name : List.of("j", "intraday", "follower")) {
      assertThat(schedules.next(name, Instant.parse("2026-11-30T00:00:00Z"))).isEmpty();
    }
  }
}
