package io.runledger.jobs.interest;

import io.runledger.jobs.RunledgerJobs;
import io.runledger.operate.Audit;
import io.runledger.operate.Backfill;
import io.runledger.operate.BackfillRequest;
import io.runledger.operate.ManualRequest;
import io.runledger.operate.ManualRuns;
import io.runledger.operate.Outcome;
import io.runledger.operate.Patience;
import io.runledger.operate.Person;
import io.runledger.operate.Verification.Check;
import io.runledger.operate.Watcher;
import io.runledger.run.RunKey;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The shipped application on a database of its own, without web and schedules. */
final class InterestApplication implements AutoCloseable {

  private static final Person TESTER = new Person("tester", "test");

  private static final Watcher NOBODY =
      new Watcher() {
        @Override
        public void answered(Verdict verdict) {}

        @Override
        public void ended(Outcome outcome) {}
      };

  private final Database database;
  private final ConfigurableApplicationContext context;

  private InterestApplication(Database database, String... properties) {
    this.database = database;
    SpringApplication application = new SpringApplication(RunledgerJobs.class);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.config.additional-location=optional:file:../config/",
                "--spring.main.web-application-type=none",
                "--runledger.worker=false"));
    arguments.addAll(List.of(properties));
    this.context = application.run(arguments.toArray(String[]::new));
  }

  static InterestApplication start(String... properties) {
    return new InterestApplication(PostgresServer.shared().newDatabase(), properties);
  }

  Database database() {
    return database;
  }

  JdbcClient jdbc() {
    return context.getBean(JdbcClient.class);
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** Runs a date through the guard. */
  Outcome run(String date) {
    ManualRequest request =
        new ManualRequest(
            new RunKey(EndOfDayInterest.JOB, LocalDate.parse(date), ""),
            Audit.Action.RUN,
            TESTER,
            Map.of());
    return context.getBean(ManualRuns.class).ask(request, Patience.OWN, NOBODY);
  }

  /** As with a calendar: the run of the date is for the days before it, too. */
  Outcome run(LocalDate coveredFrom, LocalDate date) {
    // A run keeps the days that its first attempt was for.
    jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_run
                   (job_name, batch_date, covered_from, status, fence, attempt_id, lock_name, attempts, pod)
            VALUES (:job, :date, :from, 'FAILED', 0, gen_random_uuid(), :job, 0, 'none')
            """)
        .param("job", EndOfDayInterest.JOB)
        .param("date", date)
        .param("from", coveredFrom)
        .update();
    return run(date.toString());
  }

  /** Runs every date from the first to the last, inclusive, in order. */
  List<Outcome> backfill(String from, String to) {
    Backfill backfill = context.getBean(Backfill.class);
    BackfillRequest range =
        new BackfillRequest(
            EndOfDayInterest.JOB,
            "",
            LocalDate.parse(from),
            LocalDate.parse(to),
            BackfillRequest.Selection.ALL);
    return backfill.carryOut(backfill.plan(range), TESTER, Map.of(), NOBODY);
  }

  List<Check> verify() {
    return context.getBean(InterestVerification.class).verify(null);
  }

  @Override
  public void close() {
    context.close();
  }
}
