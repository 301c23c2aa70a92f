package io.runledger.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.batch.UnknownJobException;
import io.runledger.operate.SchedulePreview;
import io.runledger.schedule.BusinessCalendar;
import io.runledger.schedule.CatchUp;
import io.runledger.schedule.CronSchedule;
import io.runledger.schedule.DateRule;
import io.runledger.schedule.DefinedSchedules;
import io.runledger.schedule.JobSchedule;
import io.runledger.schedule.Parts;
import io.runledger.schedule.Retry;
import io.runledger.schedule.Schedules;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import picocli.CommandLine;

/** What people and programs read of schedules. It is Friday, 27 November 2026, at noon. */
class ScheduleCommandTest {

  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static final BusinessCalendar BANK =
      BusinessCalendar.of(
          "bank",
          List.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY),
          List.of(LocalDate.parse("2026-12-01")),
          List.of("DE-BY"));

  private static JobSchedule schedule(
      String job, String cron, BusinessCalendar calendar, Parts parts, String... after) {
    return new JobSchedule(
        job,
        BERLIN,
        cron.isEmpty() ? null : CronSchedule.parse("cron", cron, BERLIN),
        List.of(after),
        calendar,
        DateRule.SAME_DAY,
        null,
        parts,
        CatchUp.ALL,
        null,
        true,
        Retry.NONE,
        null);
  }

  private static List<String> said(String... arguments) {
    DefinedSchedules schedules = new DefinedSchedules();
    BusinessCalendar everyDay = BusinessCalendar.EVERY_DAY;
    schedules.define(
        new Schedules(
            List.of(
                schedule("close", "0 30 23 * * ?", BANK, Parts.none()),
                schedule("ended", "0 50 2 18,19 6 ? 2019", everyDay, Parts.none()),
                JobSchedule.byHand("hand", BERLIN),
                schedule("intraday", "0 30 2 * * ?", everyDay, Parts.fireTime()),
                schedule("month-end", "0 0 8 31 * ?", everyDay, Parts.none()),
                schedule("night", "0 30 2 * * ?", everyDay, Parts.none()),
                schedule("report", "", everyDay, Parts.none(), "close"),
                schedule("tick", "* * * * * ?", everyDay, Parts.fireTime()))));
    StaticListableBeanFactory beans = new StaticListableBeanFactory();
    beans.addBean(
        "preview", new SchedulePreview(schedules, () -> Instant.parse("2026-11-27T11:00:00Z")));
    ScheduleCommand command = new ScheduleCommand();
    new CommandLine(command).parseArgs(arguments);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, UTF_8);
    assertThat(command.execute(beans, new Terminal(print, print, command.common().json())))
        .isEqualTo(ExitCode.COMPLETE);
    return out.toString(UTF_8).lines().map(line -> line.replaceAll(" {2,}", "  ")).toList();
  }

  @Test
  void each_date_is_shown_with_what_it_covers_and_those_left_out_with_why() {
    assertThat(said("close", "--to", "2026-12-02"))
        .containsExactly(
            "close: cron '0 30 23 * * ?', on business days of bank.",
            "DATE  PART  DUE (Europe/Berlin)  COVERS  NOTE",
            "2026-11-27  -  2026-11-27 23:30 +01:00  1 day",
            "2026-11-28  -  -  -  not due: a Saturday",
            "2026-11-29  -  -  -  not due: a Sunday",
            "2026-11-30  -  2026-11-30 23:30 +01:00  3 days, 2026-11-28 to 2026-11-30",
            "2026-12-01  -  -  -  not due: a holiday",
            "2026-12-02  -  2026-12-02 23:30 +01:00  2 days, 2026-12-01 to 2026-12-02");
    assertThat(said("close", "--from", "2026-12-25", "--to", "20261225"))
        .last()
        .isEqualTo("2026-12-25  -  -  -  not due: the holiday 1st Christmas day");
  }

  @Test
  void it_shows_two_weeks_from_today_on_unless_told_otherwise() {
    List<String> lines = said("night");
    assertThat(lines).hasSize(2 + 14);
    assertThat(lines.get(2)).startsWith("2026-11-27");
    assertThat(lines.get(15)).startsWith("2026-12-10");
  }

  @Test
  void a_job_after_others_is_shown_with_their_dates() {
    assertThat(said("report", "--from", "2026-11-29", "--to", "2026-11-30"))
        .containsExactly(
            "report: after close, each day.",
            "DATE  PART  DUE (Europe/Berlin)  COVERS  NOTE",
            "2026-11-29  -  -  -  not due: a Sunday",
            "2026-11-30  -  2026-11-30 23:30 +01:00  3 days, 2026-11-28 to 2026-11-30");
  }

  @DisplayName("RC-01 the preview tells of a fire that the gap moves on, and of the overlap")
  @Test
  void gap_and_overlap() {
    assertThat(said("night", "--from", "2026-03-28", "--to", "2026-03-30").subList(2, 5))
        .containsExactly(
            "2026-03-28  -  2026-03-28 02:30 +01:00  1 day",
            "2026-03-29  -  2026-03-29 03:30 +02:00  1 day  moved on by the gap (02:30 does not exist)",
            "2026-03-30  -  2026-03-30 02:30 +02:00  1 day");
    assertThat(said("night", "--from", "2026-10-25", "--to", "2026-10-25"))
        .last()
        .isEqualTo("2026-10-25  -  2026-10-25 02:30 +02:00  1 day  in the overlap, first of two");
  }

  @DisplayName("RC-03 the preview shows both parts of a repeated time, and none in the gap")
  @Test
  void parts_in_gap_and_overlap() {
    assertThat(said("intraday", "--from", "2026-10-25", "--to", "2026-10-25").subList(2, 4))
        .containsExactly(
            "2026-10-25  02:30+02:00  2026-10-25 02:30 +02:00  1 day  in the overlap, first of two",
            "2026-10-25  02:30+01:00  2026-10-25 02:30 +01:00  1 day  in the overlap, second of two");
    assertThat(said("intraday", "--from", "2026-03-29", "--to", "2026-03-29"))
        .last()
        .isEqualTo("No date from 2026-03-29 to 2026-03-29 is due.");
  }

  @DisplayName("RC-04 the preview shows that the 31st comes seven times a year")
  @Test
  void the_thirty_first() {
    assertThat(said("month-end", "--from", "2026-01-01", "--to", "2026-12-31"))
        .hasSize(2 + 7)
        .last()
        .isEqualTo("2026-12-31  -  2026-12-31 08:00 +01:00  1 day");
  }

  @DisplayName("RC-26 a schedule that has ended is shown as ended")
  @Test
  void what_has_ended_or_runs_by_hand_says_so() {
    assertThat(said("ended")).contains("It has ended: no date falls due any more.");
    assertThat(said("ended", "--from", "2019-06-01", "--to", "2019-06-30"))
        .contains("It has ended: no date falls due any more.")
        .last()
        .isEqualTo("2019-06-19  -  2019-06-19 02:50 +02:00  1 day");
    assertThat(said("hand"))
        .containsExactly("hand runs by hand only: it has neither cron nor after.");
  }

  @Test
  void without_a_job_it_shows_what_is_due_next_of_each() {
    assertThat(said())
        .containsExactly(
            "JOB  NEXT DATE  PART  DUE  ZONE  NOTE",
            "close  2026-11-27  -  2026-11-27 23:30 +01:00  Europe/Berlin",
            "ended  -  -  -  Europe/Berlin  has ended",
            "hand  -  -  -  Europe/Berlin  runs by hand only",
            "intraday  2026-11-28  02:30+01:00  2026-11-28 02:30 +01:00  Europe/Berlin",
            "month-end  2026-12-31  -  2026-12-31 08:00 +01:00  Europe/Berlin",
            "night  2026-11-28  -  2026-11-28 02:30 +01:00  Europe/Berlin",
            "report  2026-11-27  -  2026-11-27 23:30 +01:00  Europe/Berlin",
            "tick  2026-11-27  12:00:01+01:00  2026-11-27 12:00:01 +01:00  Europe/Berlin");
  }

  @Test
  void programs_read_the_same() {
    assertThat(String.join("\n", said("close", "--to", "2026-11-28", "--json")))
        .contains("\"job\" : \"close\"", "\"state\" : \"SCHEDULED\"", "\"calendar\" : \"bank\"")
        .contains("\"date\" : \"2026-11-27\"", "\"due\" : \"2026-11-27T23:30:00+01:00\"")
        .contains("\"coveredFrom\" : \"2026-11-27\"", "\"note\" : \"not due: a Saturday\"");
    assertThat(String.join("\n", said("--json")))
        .contains("\"job\" : \"hand\"", "\"state\" : \"BY_HAND\"");
  }

  @Test
  void a_range_that_cannot_be_meant_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> said("close", "--from", "2026-12-02", "--to", "2026-12-01"))
        .withMessageContaining("runs backwards");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> said("close", "--from", "2026-01-01", "--to", "2126-01-01"))
        .withMessageContaining("at most 3660");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> said("tick"))
        .withMessageContaining("tick has more than 10,000 runs");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> said("--from", "2026-12-02"))
        .withMessageContaining("name it");
    assertThatThrownBy(() -> said("clsoe")).isInstanceOf(UnknownJobException.class);
  }
}
