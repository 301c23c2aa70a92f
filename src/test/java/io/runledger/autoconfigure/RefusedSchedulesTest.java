package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.batch.GuardedApplication;
import io.runledger.schedule.CatchUp;
import io.runledger.schedule.DateRule;
import io.runledger.schedule.DefinedSchedules;
import io.runledger.schedule.JobSchedule;
import io.runledger.schedule.Parts;
import io.runledger.schedule.Retry;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.PlatformTransactionManager;

/** Of what is wrong with schedules a start tells all, each with its job, property and value. */
@ExtendWith(OutputCaptureExtension.class)
class RefusedSchedulesTest {

  private static final String CRON = "cron=0 30 23 * * ?";

  private static Database database;

  @BeforeAll
  static void createDatabase() {
    database = PostgresServer.shared().newDatabase();
  }

  @DisplayName("RC-26 a typing error stops the start, with job, property, value and the way out")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "runledger.zone=Europe/Belrin | runledger.zone is 'Europe/Belrin' | Did you mean Europe/Berlin?",
        "runledger.jobs.close.zone=UTC+2 | runledger.jobs.close.zone is 'UTC+2' | an offset and no time zone",
        "runledger.jobs.close.cron=0 2 * * * | runledger.jobs.close.cron is '0 2 * * *' | six or seven fields",
        "runledger.jobs.close.cron=0 0 25 * * ? | runledger.jobs.close.cron is '0 0 25 * * ?' | no cron",
        "runledger.jobs.close.cron=0 0 2 31 2 ? | runledger.jobs.close.cron is '0 0 2 31 2 ?' | in no year",
        "runledger.jobs.close.cron=${NIGHTLY} | runledger.jobs.close.cron is '${NIGHTLY}' | nothing gives NIGHTLY a value",
        "runledger.jobs.clsoe.cron=0 30 23 * * ? | runledger.jobs.clsoe names no job | Did you mean close?",
        "runledger.jobs.close.batch-date=previos-day | runledger.jobs.close.batch-date | PREVIOUS_DAY",
        "runledger.jobs.close.catch-up=al | runledger.jobs.close.catch-up | LATEST",
        "runledger.calendars.bank.weekend=SATRUDAY | runledger.calendars.bank.weekend | SATURDAY",
        "runledger.calendars.bank.weekends=SATURDAY | runledger.calendars.bank.weekends | Did you mean runledger.calendars.bank.weekend?"
      })
  void a_typing_error(String wrong, String what, String wayOut, CapturedOutput console) {
    assertThat(refusal(console, withNightlyClose(wrong))).contains(what, wayOut);
  }

  @DisplayName("RC-26 everything that is wrong is told at once, each with what to write instead")
  @Test
  void all_at_once(CapturedOutput console) {
    assertThat(
            refusal(
                console,
                "runledger.zone=UTC",
                "runledger.calendars.bank.weekend=MONDAY,TUESDAY,WEDNESDAY,THURSDAY,FRIDAY,SATURDAY,SUNDAY",
                "runledger.calendars.bank.holidays=2026-04-31,30.4.2026",
                "runledger.calendars.bank.jollyday=ZZ,DE-BX,false",
                "runledger.jobs.close." + CRON,
                "runledger.jobs.close.calendar=bnk",
                "runledger.jobs.close.cut-off=25:00",
                "runledger.jobs.close.from=30.4.2026",
                "runledger.jobs.close.part=EUR,USD,EUR",
                "runledger.jobs.close.retry.attempts=-1",
                "runledger.jobs.close.formerly=report",
                "runledger.jobs.close.after=close,reprt,alone",
                "runledger.jobs.close.lease=1ms",
                "runledger.jobs.report." + CRON,
                "runledger.jobs.report.zone=Mars",
                "runledger.jobs.report.cut-off=99999999999",
                "runledger.jobs.report.from=4/30/26",
                "runledger.jobs.report.part=fire-time,EUR",
                "runledger.jobs.report.retry.delay=-5s",
                "runledger.jobs.report.formerly=old",
                "runledger.jobs.mail.cron=",
                "runledger.jobs.mail.calendar=${CALENDAR}",
                "runledger.jobs.mail.cut-off=noon",
                "runledger.jobs.mail.from=2026-02-30",
                "runledger.jobs.mail.part[0]=New York",
                "runledger.jobs.mail.retry.delay=2h",
                "runledger.jobs.mail.formerly=old"))
        .contains(
            "calendar 'bank' is all seven days",
            "runledger.calendars.bank.holidays is '2026-04-31', which is no date",
            "runledger.calendars.bank.holidays is '30.4.2026', which is no date",
            "runledger.calendars.bank.jollyday: 'ZZ' is no place whose holidays are known. Write the code",
            "'DE-BX' is no place whose holidays are known: there is no BX in it, but there are: bb, be,",
            "For Norway write 'NO', in quotes.",
            "runledger.jobs.close.calendar is 'bnk', and there is no calendar of that name",
            "Did you mean bank?",
            "runledger.jobs.close.cut-off is '25:00', which is no time of day",
            "Write it like '18:00'.",
            "runledger.jobs.close.from is '30.4.2026', which is no date",
            "Write it like 2026-04-30.",
            "runledger.jobs.close.part is [EUR, USD, EUR], and a name stands in it twice",
            "runledger.jobs.close.retry: -1 attempts",
            "runledger.jobs.close.formerly is 'report', and a job of that name exists still",
            "runledger.jobs.close.after is 'close', the job itself",
            "runledger.jobs.close.after is 'reprt', and there is no job of that name",
            "Did you mean report?",
            "runledger.jobs.close.after is 'alone', which is not guarded",
            "The lease of job 'close' is 1ms",
            "runledger.jobs.report.zone is 'Mars'",
            "runledger.jobs.report.cut-off is '99999999999', which is no time of day",
            "runledger.jobs.report.from is '4/30/26', which is no date",
            "runledger.jobs.report.part is [fire-time, EUR], and fire-time stands alone or not at all",
            "runledger.jobs.report.retry: The delay before an attempt is PT-5S",
            "runledger.jobs.mail.cron is set to nothing",
            "runledger.jobs.mail.calendar is '${CALENDAR}', and nothing gives CALENDAR a value",
            "runledger.jobs.mail.cut-off is 'noon', which is no time of day",
            "runledger.jobs.mail.from is '2026-02-30', which is no date",
            "runledger.jobs.mail.part is [New York], and the name 'New York' is empty or has white space",
            "runledger.jobs.mail.retry: The longest delay PT1H is shorter than the first, PT2H",
            "runledger.jobs.report.formerly is 'old', and so is that of mail");
  }

  @Test
  void jobs_that_come_after_each_other_in_a_circle(CapturedOutput console) {
    assertThat(
            refusal(
                console,
                "runledger.jobs.close.after=report",
                "runledger.jobs.report.after=mail",
                "runledger.jobs.mail.after=close"))
        .contains(
            "runledger.jobs.*.after: close -> report -> mail -> close is a circle",
            "Remove one of them");
  }

  @Test
  void a_job_that_comes_after_one_that_runs_by_hand_only(CapturedOutput console) {
    assertThat(
            refusal(
                console, "runledger.jobs.close.after=report", "runledger.jobs.report.lease=30s"))
        .contains("runledger.jobs.close.after is 'report', which runs by hand only");
  }

  @Test
  void keys_that_change_nothing_where_nothing_falls_due(CapturedOutput console) {
    Map<String, String> keys =
        Map.of(
            "batch-date", "previous-day",
            "cut-off", "06:00",
            "part", "[EUR]",
            "catch-up", "latest",
            "from", "2026-01-01",
            "sequential", "false",
            "retry.attempts", "3");
    String[] properties =
        keys.entrySet().stream()
            .map(
                key ->
                    "runledger.jobs.close."
                        + key.getKey()
                        + "="
                        + key.getValue().replaceAll("[\\[\\]]", ""))
            .toArray(String[]::new);
    String refusal = refusal(console, properties);
    keys.forEach(
        (key, value) ->
            assertThat(refusal)
                .contains(
                    "runledger.jobs.close.%s is '%s', but the job has neither cron nor after"
                        .formatted(key, value)));
    assertThat(refusal).contains("Set runledger.jobs.close.cron, or remove the key.");
  }

  @Test
  void keys_that_change_nothing_where_nothing_fires(CapturedOutput console) {
    assertThat(
            refusal(
                console,
                "runledger.zone=UTC",
                "runledger.jobs.report." + CRON,
                "runledger.jobs.close.after=report",
                "runledger.jobs.close.batch-date=previous-day",
                "runledger.jobs.close.cut-off=06:00",
                "runledger.jobs.close.part=fire-time"))
        .contains(
            "runledger.jobs.close.batch-date is 'previous-day', but the job has no cron that fires",
            "runledger.jobs.close.cut-off is '06:00', but the job has no cron that fires",
            "runledger.jobs.close.part is 'fire-time', but the job has no cron that fires",
            "its dates are those of report");
  }

  @Test
  void what_is_right_is_taken_as_it_is_written() {
    try (GuardedApplication application =
        plan()
            .start(
                "runledger.zone=Asia/Ho_Chi_Minh",
                "runledger.calendars.bank.weekend=saturday,SUNDAY",
                "runledger.calendars.bank.holidays=2026-02-17",
                "runledger.calendars.bank.jollyday=VN",
                "runledger.jobs.close." + CRON,
                "runledger.jobs.close.calendar=bank",
                "runledger.jobs.close.batch-date=previous-business-day",
                // As YAML reads 18:00 without quotes.
                "runledger.jobs.close.cut-off=1080",
                "runledger.jobs.close.part=EUR,USD",
                "runledger.jobs.close.catch-up=latest",
                "runledger.jobs.close.from=2026-01-05",
                "runledger.jobs.close.sequential=false",
                "runledger.jobs.close.retry.attempts=3",
                "runledger.jobs.close.retry.delay=10s",
                "runledger.jobs.close.formerly=eod-close",
                "runledger.jobs.report.after=close",
                "runledger.jobs.mail.lease=30s")) {
      DefinedSchedules schedules = application.bean(DefinedSchedules.class);
      JobSchedule close = schedules.get().of("close").orElseThrow();
      assertThat(close.calendar().whyNot(LocalDate.parse("2026-02-17"))).contains("a holiday");
      assertThat(close.calendar().whyNot(LocalDate.parse("2026-02-21"))).contains("a Saturday");
      assertThat(close.dateRule()).isEqualTo(DateRule.PREVIOUS_BUSINESS_DAY);
      assertThat(close.cutOff()).isEqualTo(LocalTime.of(18, 0));
      assertThat(close.parts()).isEqualTo(new Parts.Names(List.of("EUR", "USD")));
      assertThat(close.catchUp()).isEqualTo(CatchUp.LATEST);
      assertThat(close.from()).isEqualTo("2026-01-05");
      assertThat(close.sequential()).isFalse();
      assertThat(close.retry())
          .isEqualTo(new Retry(3, Duration.ofSeconds(10), Duration.ofHours(1)));
      assertThat(close.formerly()).isEqualTo("eod-close");
      assertThat(schedules.get().of("report").orElseThrow().after()).containsExactly("close");
      assertThat(schedules.get().of("report").orElseThrow().sequential()).isTrue();
      assertThat(schedules.get().hasSchedule("mail")).isFalse();
      assertThat(schedules.get().of("alone")).isEmpty();
    }
  }

  @DisplayName("RC-26 a schedule that is over, or odd, is warned of, and the application starts")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 50 2 18,19 6 ? 2019 | has ended: its last batch date was 2019-06-19",
        "* * 2 * * ? | fires 3,600 times a day, and only the first fire of a date counts; did you mean '0 0 2 * * ?'",
        "0/30 15 2 * * ? | fires 2 times a day, and only the first fire of a date counts; did you mean '0 15 2 * * ?'",
        "0 0 2 ? * SUN | never fires for a business day of the calendar 'bank'"
      })
  void an_odd_schedule_is_warned_of(String cron, String expected, CapturedOutput console) {
    assertThat(
            warnings(
                console,
                "runledger.calendars.bank.weekend=SUNDAY",
                "runledger.jobs.close.calendar=bank",
                "runledger.jobs.close.cron=" + cron))
        .singleElement()
        .asString()
        .startsWith("runledger.jobs.close.cron is '" + cron + "', which " + expected);
  }

  @DisplayName("RC-04 a cron for the 31st is warned of: it fires in seven months of the year")
  @ParameterizedTest
  @CsvSource({"0 0 8 31 * ?, 7, 0 0 8 L * ?", "0 0 8 30 * ?, 11, 0 0 8 L * ?"})
  void months_that_lack_the_day(String cron, int months, String last, CapturedOutput console) {
    assertThat(warnings(console, "runledger.jobs.close.cron=" + cron))
        .singleElement()
        .asString()
        .isEqualTo(
            "runledger.jobs.close.cron is '%s', which fires in %d months of a year, those that have the day; the last day of each month is L, as in '%s'."
                .formatted(cron, months, last));
  }

  @Test
  void a_calendar_that_no_job_uses_is_warned_of_and_what_is_common_is_not(CapturedOutput console) {
    assertThat(
            warnings(
                console,
                "runledger.calendars.bank.weekend=SUNDAY",
                "runledger.jobs.close.cron=0 0 8 L * ?",
                "runledger.jobs.report.cron=0 * * * * ?",
                "runledger.jobs.mail.cron=0/10 * * * * ?",
                "runledger.jobs.mail.part=fire-time"))
        .containsExactly(
            "runledger.calendars.bank is used by no job; set it as the calendar of one.");
  }

  private static List<String> warnings(CapturedOutput console, String... properties) {
    List<String> all = new ArrayList<>(List.of(properties));
    all.add("runledger.zone=UTC");
    int before = console.getOut().length();
    plan().start(all.toArray(String[]::new)).close();
    return console
        .getOut()
        .substring(before)
        .lines()
        .filter(line -> line.contains(ScheduleWarnings.class.getSimpleName()))
        .map(line -> line.substring(line.indexOf(" - ") + 3).replaceFirst(" \\w+=\"\\w+\"$", ""))
        .toList();
  }

  /** A calendar and a schedule that are right but for one key. */
  private static String[] withNightlyClose(String wrong) {
    String key = wrong.substring(0, wrong.indexOf('='));
    return Stream.concat(
            Stream.of(
                    "runledger.zone=UTC",
                    "runledger.calendars.bank.weekend=SUNDAY",
                    "runledger.jobs.close." + CRON,
                    "runledger.jobs.report." + CRON)
                .filter(right -> !right.startsWith(key + "=")),
            Stream.of(wrong))
        .toArray(String[]::new);
  }

  private static String refusal(CapturedOutput console, String... properties) {
    return StartUpMessage.of(console, plan(), properties);
  }

  private static GuardedApplication.Plan plan() {
    return GuardedApplication.on(database)
        .with((repository, transactions) -> job("close", repository, transactions))
        .with((repository, transactions) -> job("report", repository, transactions))
        .with((repository, transactions) -> job("mail", repository, transactions))
        .with((repository, transactions) -> job("alone", repository, transactions));
  }

  private static Job job(
      String name, JobRepository repository, PlatformTransactionManager transactions) {
    return new JobBuilder(name, repository)
        .start(
            new StepBuilder(name, repository)
                .tasklet((contribution, chunk) -> RepeatStatus.FINISHED, transactions)
                .build())
        .build();
  }
}
