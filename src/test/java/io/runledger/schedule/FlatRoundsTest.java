package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.runledger.batch.GuardedApplication;
import io.runledger.batch.JobRenaming;
import io.runledger.batch.RunLauncher;
import io.runledger.guard.ExplainedStatements;
import io.runledger.guard.Guard;
import io.runledger.guard.JobRegister;
import io.runledger.guard.Ledger;
import io.runledger.guard.LedgerClock;
import io.runledger.guard.LedgerSchema;
import io.runledger.guard.LongLedger;
import io.runledger.guard.Standings;
import io.runledger.run.OnLost;
import io.runledger.run.Pod;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A round of the reconciler and of recovery")
class FlatRoundsTest {

  private static final LocalDate TODAY = LocalDate.of(2026, 3, 2);
  private static final LedgerClock CLOCK = () -> Instant.parse("2026-03-02T23:59:00Z");

  /** With retries, so that a round asks everything that it can ask. */
  private static Schedules schedules(List<String> jobs) {
    return new Schedules(
        jobs.stream()
            .map(
                job -> {
                  JobSchedule byHand = JobSchedule.byHand(job, ZoneId.of("UTC"));
                  return new JobSchedule(
                      job,
                      byHand.zone(),
                      CronSchedule.parse(job + ".cron", "0 0 1 * * ?", byHand.zone()),
                      job.equals(jobs.get(0)) ? List.of() : List.of(jobs.get(0)),
                      byHand.calendar(),
                      byHand.dateRule(),
                      null,
                      byHand.parts(),
                      byHand.catchUp(),
                      null,
                      true,
                      new Retry(3, Duration.ofDays(40_000), Duration.ofDays(40_000)),
                      null);
                })
            .toList());
  }

  private static List<String> jobs(int count) {
    return IntStream.range(0, count).mapToObj("job-%02d"::formatted).toList();
  }

  private static void fill(Database database, List<String> jobs, int runs, int dueDates) {
    LongLedger.fill(database, jobs, TODAY, runs);
    database
        .jdbc()
        .sql(
            """
            UPDATE runledger.batch_run SET status = 'COMPLETED' WHERE status = 'RUNNING'
            """)
        .update();
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_job (job_name, since)
            SELECT job, :since::timestamptz FROM unnest(:jobs::text[]) AS job
            """)
        .param("since", TODAY.minusDays(dueDates - 1) + "T00:30Z")
        .param("jobs", jobs.toArray(String[]::new))
        .update();
  }

  private static Work work(List<String> jobs, DataSource control) {
    Schedules schedules = schedules(jobs);
    return new Work(
        schedules,
        new Agendas(schedules, CLOCK, new JobRegister(control, CLOCK), new Standings(control)),
        new ScheduledTimetable(schedules),
        jobs.stream().collect(Collectors.toMap(job -> job, job -> OnLost.RESUME)));
  }

  @ParameterizedTest(name = "{0} jobs, {1} dates due")
  @CsvSource({"3, 3", "3, 300", "50, 3", "50, 300"})
  void asks_the_same_number_of_questions_whatever_the_jobs_and_dates(int count, int dates) {
    Database database = PostgresServer.shared().newDatabase();
    try (GuardedApplication app = GuardedApplication.on(database).start()) {
      List<String> jobs = jobs(count);
      fill(database, jobs, count * 400, dates);
      ExplainedStatements control = ExplainedStatements.counted(database.dataSource());
      Ledger ledger = new Ledger(control, CLOCK);
      RunLauncher launcher = app.bean(RunLauncher.class);
      Outage outage = new Outage();
      Work work = work(jobs, control);
      Reconciler reconciler =
          new Reconciler(
              new JobRegister(control, CLOCK),
              ledger,
              Pod.ofThisBoot(),
              launcher,
              new JobRenaming(control, "runledger.BATCH_"),
              outage);
      Recovery recovery =
          new Recovery(ledger, CLOCK, launcher, app.bean(Guard.class).events(), outage);

      recovery.round(work, () -> {});
      reconciler.round(work, Runnable::run, () -> {});
      assertThat(control.executed())
          .as("waiting, failed; jobs, their register, what stands of the dates")
          .hasSize(5);
      assertThat(work.timetable().settled().of(jobs.get(0))).isAfter(Instant.EPOCH);

      control.forget();
      recovery.round(work, () -> {});
      reconciler.round(work, Runnable::run, () -> {});
      assertThat(control.executed()).as("once all that was due is over").hasSize(3);
    }
  }

  /**
   * {@code -Drunledger.rows=1000000} has the longest ledger. It asserts no time: that no table is
   * read through, another test says by the plans.
   */
  @Test
  void sees_the_same_however_long_the_ledger_is(TestReporter report) {
    int most = Integer.getInteger("runledger.rows", 10_000);
    List<String> jobs = jobs(50);
    for (int rows = 100; rows <= most; rows *= 100) {
      Database database = PostgresServer.shared().newDatabase();
      LedgerSchema schema = new LedgerSchema(database.dataSource());
      assertThat(schema.prepare(LedgerSchema.Mode.MIGRATE, "runledger.BATCH_")).isNotNull();
      fill(database, jobs, rows, 2);
      try (HikariDataSource pool = pool(database)) {
        Ledger ledger = new Ledger(pool, CLOCK);
        Work work = work(jobs, pool);
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
          long begin = System.nanoTime();
          assertThat(work.agendas().look(job -> Instant.EPOCH)).hasSize(50);
          assertThat(ledger.waiting(work.jobs())).isEmpty();
          assertThat(ledger.failed(work.jobs())).hasSize(1);
          micros.add((System.nanoTime() - begin) / 1_000);
        }
        micros.sort(Comparator.naturalOrder());
        report.publishEntry(
            "a look at %d runs, median and longest of 40, us".formatted(rows),
            "%d %d".formatted(micros.get(20), micros.get(39)));
      }
    }
  }

  private static HikariDataSource pool(Database database) {
    HikariDataSource pool = new HikariDataSource();
    pool.setDataSource(database.dataSource());
    pool.setMaximumPoolSize(2);
    return pool;
  }
}
