package io.runledger.schedule;

import static io.runledger.schedule.ScheduleDraft.job;
import static io.runledger.schedule.ScheduleDraft.schedules;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.runledger.run.RunKey;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FollowingJobsTest {

  private static final Instant EPOCH = Instant.EPOCH;
  private static final BusinessCalendar WEEKDAYS =
      BusinessCalendar.of(
          "weekdays", List.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY), List.of(), List.of());

  private static Instant at(String instant) {
    return Instant.parse(instant);
  }

  private static List<String> due(Schedules schedules, String job, String after, String until) {
    return schedules.due(job, EPOCH, at(after), at(until), 100).stream()
        .map(run -> run.key() + " " + run.due())
        .toList();
  }

  @Test
  void a_job_that_others_fire_for_is_due_with_the_last_of_them_on_each_of_their_dates() {
    Schedules schedules =
        schedules(
            job("interest").cron("0 30 23 * * ?"),
            job("fees").cron("0 0 2 ? * SAT").rule(DateRule.PREVIOUS_DAY),
            job("statements").after("interest", "fees"));
    // 2026-11-27 is a Friday: both are due for it, the fees on Saturday.
    assertThat(due(schedules, "statements", "2026-11-26T12:00:00Z", "2026-11-28T23:30:00Z"))
        .containsExactly(
            "statements 2026-11-26 2026-11-26T23:30:00Z",
            "statements 2026-11-27 2026-11-28T02:00:00Z",
            "statements 2026-11-28 2026-11-28T23:30:00Z");
    assertThat(schedules.upstream("statements", LocalDate.parse("2026-11-27"), job -> EPOCH))
        .containsExactly(
            RunKey.of("interest", LocalDate.parse("2026-11-27")),
            RunKey.of("fees", LocalDate.parse("2026-11-27")));
    assertThat(schedules.upstream("statements", LocalDate.parse("2026-11-26"), job -> EPOCH))
        .containsExactly(RunKey.of("interest", LocalDate.parse("2026-11-26")));
    assertThat(schedules.upstream("interest", LocalDate.parse("2026-11-26"), job -> EPOCH))
        .isEmpty();
  }

  @Test
  void it_waits_for_all_parts_of_a_date() {
    Schedules schedules =
        schedules(
            job("fx").cron("0 0 9,17 * * ?").parts(Parts.fireTime()),
            job("close").after("fx").parts(new Parts.Names(List.of("EUR", "USD"))));
    assertThat(due(schedules, "close", "2026-11-29T00:00:00Z", "2026-11-30T10:00:00Z"))
        .containsExactly(
            "close 2026-11-29/EUR 2026-11-29T17:00:00Z",
            "close 2026-11-29/USD 2026-11-29T17:00:00Z");
    assertThat(schedules.upstream("close", LocalDate.parse("2026-11-29"), job -> EPOCH))
        .extracting(RunKey::part)
        .containsExactly("09:00+00:00", "17:00+00:00");
  }

  @Test
  void its_own_calendar_and_first_date_count_too() {
    Schedules schedules =
        schedules(
            job("interest").cron("0 30 23 * * ?"),
            job("report").after("interest").on(WEEKDAYS).from("2026-11-27"));
    List<DueRun> runs = schedules.due("report", EPOCH, EPOCH, at("2026-12-01T00:00:00Z"), 100);
    assertThat(runs.stream().map(run -> run.coveredFrom() + ".." + run.key().batchDate()))
        .containsExactly("2026-11-27..2026-11-27", "2026-11-28..2026-11-30");
  }

  @Test
  void without_a_calendar_it_covers_what_those_before_it_cover() {
    Schedules schedules =
        schedules(
            job("interest").cron("0 30 23 * * ?").on(WEEKDAYS),
            job("report").after("interest"),
            job("mail").after("report"));
    assertThat(schedules.ofDate("mail", LocalDate.parse("2026-11-30"), EPOCH))
        .singleElement()
        .extracting(DueRun::coveredFrom)
        .isEqualTo(LocalDate.parse("2026-11-28"));
    assertThat(schedules.ofDate("mail", LocalDate.parse("2026-11-29"), EPOCH)).isEmpty();
  }

  @Test
  void a_date_that_a_job_was_not_there_for_is_not_due_after_it_either() {
    Schedules schedules = schedules(job("young").cron("0 30 23 * * ?"), job("old").after("young"));
    Map<String, Instant> since =
        Map.of("young", at("2026-11-29T00:00:00Z"), "old", at("2020-01-01T00:00:00Z"));
    assertThat(
            schedules.due("old", since::get, EPOCH, at("2026-11-30T00:00:00Z"), 100).stream()
                .map(DueRun::key))
        .containsExactly(RunKey.of("old", LocalDate.parse("2026-11-29")));
    assertThat(schedules.upstream("old", LocalDate.parse("2026-11-28"), since::get)).isEmpty();
  }

  @Test
  void a_job_with_a_cron_of_its_own_has_the_dates_of_that() {
    Schedules schedules =
        schedules(
            job("interest").cron("0 30 23 * * ?"),
            job("weekly").cron("0 0 12 ? * SUN").after("interest"));
    assertThat(due(schedules, "weekly", "2026-11-24T00:00:00Z", "2026-12-01T00:00:00Z"))
        .containsExactly("weekly 2026-11-29 2026-11-29T12:00:00Z");
    assertThat(schedules.upstream("weekly", LocalDate.parse("2026-11-29"), job -> EPOCH))
        .containsExactly(RunKey.of("interest", LocalDate.parse("2026-11-29")));
  }

  @Test
  void what_comes_after_a_job_is_told_in_an_order_that_can_be_run() {
    Schedules schedules =
        schedules(
            job("a").cron("0 0 1 * * ?"),
            job("z").after("a"),
            job("b").after("z"),
            job("c").after("a", "b"),
            job("alone").cron("0 0 1 * * ?"));
    assertThat(schedules.downstream("a")).containsExactly("z", "b", "c");
    assertThat(schedules.downstream("b")).containsExactly("c");
    assertThat(schedules.downstream("c")).isEmpty();
    assertThat(schedules.downstream("unknown")).isEmpty();
  }

  @Test
  @Timeout(5)
  void jobs_that_come_after_each_other_in_many_ways_are_worked_out_once_each() {
    ScheduleDraft[] drafts = new ScheduleDraft[41];
    drafts[0] = job("0").cron("0 0 1 * * ?");
    drafts[1] = job("1").after("0");
    for (int i = 2; i < drafts.length; i++) {
      drafts[i] = job("" + i).after("" + (i - 1), "" + (i - 2));
    }
    assertThat(due(schedules(drafts), "40", "2026-11-29T00:00:00Z", "2026-11-30T00:00:00Z"))
        .containsExactly("40 2026-11-29 2026-11-29T01:00:00Z");
  }

  @Test
  void all_that_cannot_be_is_refused_at_once() {
    List<JobSchedule> wrong =
        List.of(
            job("c").after("b").build(),
            job("a").after("c").build(),
            job("b").after("a").build(),
            job("self").after("self").build(),
            job("lost").after("intrest").build(),
            JobSchedule.byHand("hand", ZoneId.of("UTC")),
            job("idle").after("hand").build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Schedules(wrong))
        .withMessageContaining("a -> c -> b -> a is a circle")
        .withMessageContaining("self comes after itself")
        .withMessageContaining("lost comes after 'intrest', and there is no job of that name")
        .withMessageContaining("idle comes after hand, which has no schedule");
  }
}
