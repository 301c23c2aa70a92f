package io.runledger.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.batch.GuardedApplication;
import io.runledger.batch.MetadataPurge;
import io.runledger.guard.ControlPool;
import io.runledger.guard.ExplainedStatements;
import io.runledger.guard.LedgerHistory;
import io.runledger.guard.Warnings;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

class GrowthIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final RunKey PURGED = RunKey.of("work", LocalDate.of(2026, 1, 5));
  private static final RunKey DURING = RunKey.of("work", LocalDate.of(2026, 3, 2));

  /** Runs of 50 jobs, one a day; one is RUNNING since 40 days, one job's latest has FAILED. */
  private static final String HISTORY =
      """
      CREATE TABLE seed AS
      SELECT row_number() OVER (ORDER BY day DESC, job) AS id, 'job-' || job AS job,
             (current_date - day)::date AS date, gen_random_uuid() AS attempt,
             clock_timestamp() - day * interval '1 day' AS ended,
             CASE WHEN job = 1 AND day = 40 THEN 'RUNNING'
                  WHEN job = 2 AND day = 35 THEN 'FAILED' ELSE 'COMPLETED' END AS status
        FROM generate_series(1, 50) AS job, generate_series(0, 2001) AS day
       WHERE NOT (job = 1 AND day < 40 OR job = 2 AND day < 35);

      DELETE FROM seed WHERE id <= (SELECT count(*) - 100000 FROM seed);

      INSERT INTO runledger.batch_run (job_name, batch_date, covered_from, status, fence,
             attempt_id, lock_name, pod, started_at, ended_at)
      SELECT job, date, date, status, 1, attempt, job, 'host:boot', ended - interval '1 hour',
             CASE status WHEN 'RUNNING' THEN NULL ELSE ended END FROM seed;

      INSERT INTO runledger.batch_attempt (attempt_id, job_name, batch_date, part, number,
             generation, fence, pod, cause, status)
      SELECT attempt, job, date, '', 1, 1, 1, 'host:boot', 'SCHEDULE', status FROM seed;

      INSERT INTO runledger.batch_job_instance
      SELECT id, 0, job, md5(job || date) FROM seed;

      INSERT INTO runledger.batch_job_execution
      SELECT id, 2, id, ended, ended, ended, CASE status WHEN 'RUNNING' THEN 'STARTED' ELSE status END
        FROM seed;

      INSERT INTO runledger.batch_job_execution_params
      SELECT id, name, type, value, identifying
        FROM seed, LATERAL (VALUES
             ('batchDate', 'java.time.LocalDate', date::text, 'Y'),
             ('part', 'java.lang.String', '', 'Y'),
             ('generation', 'java.lang.Long', '1', 'Y'),
             ('runledger.attempt', 'java.lang.String', attempt::text, 'N'))
             AS p (name, type, value, identifying);

      INSERT INTO runledger.batch_job_execution_context SELECT id, '{}' FROM seed;

      INSERT INTO runledger.batch_step_execution
             (step_execution_id, version, step_name, job_execution_id, create_time, status)
      SELECT id, 2, 'work', id, ended, 'COMPLETED' FROM seed;

      INSERT INTO runledger.batch_step_execution_context SELECT id, '{}' FROM seed;

      DO $$ BEGIN
        PERFORM setval('runledger.batch_job_instance_seq', 1000000);
        PERFORM setval('runledger.batch_job_execution_seq', 1000000);
        PERFORM setval('runledger.batch_step_execution_seq', 1000000);
      END $$;

      ANALYZE
      """;

  private final Database database = PostgresServer.shared().newDatabase();
  private final JdbcClient jdbc = database.jdbc();
  private final EffectsTable effects = EffectsTable.create(database);
  private final AtomicInteger chunks = new AtomicInteger();
  private final AtomicBoolean isToGoOn = new AtomicBoolean();
  private GuardedApplication app;

  @BeforeEach
  void start() {
    app = GuardedApplication.on(database).with(this::work).start("runledger.jobs.work.lease=2s");
  }

  @AfterEach
  void close() {
    isToGoOn.set(false);
    app.close();
  }

  /** One effect a chunk, for as long as it is to go on. */
  private Job work(JobRepository jobs, PlatformTransactionManager transactions) {
    JdbcTemplate template = new JdbcTemplate(database.dataSource());
    return new JobBuilder("work", jobs)
        .start(
            new StepBuilder("work", jobs)
                .tasklet(
                    (contribution, chunk) -> {
                      EffectsTable.insert(template, "work", chunks.incrementAndGet(), "work");
                      return isToGoOn.get() ? RepeatStatus.CONTINUABLE : RepeatStatus.FINISHED;
                    },
                    transactions)
                .build())
        .build();
  }

  @Test
  @DisplayName(
      "RC-40 of 100,000 executions those of runs completed 30 days ago go, while a job works and"
          + " though one purge is killed; the ledger stays, and answers fast")
  void growth(TestReporter report) {
    fill();
    MetadataPurge purge =
        new MetadataPurge(
            app.bean(ControlPool.class).control(), "runledger.BATCH_", Duration.ofDays(30));
    long kept = count("seed WHERE status <> 'COMPLETED' OR ended > now() - interval '30 days'");

    isToGoOn.set(true);
    Verdict during = app.ask(DURING);
    await().atMost(LIMIT).until(() -> chunks.get() > 2);
    int purged = killedHalfWay(purge);
    assertThat(purged).isPositive();
    long left = count("runledger.batch_job_instance");
    assertThat(left).as("the rest is left to the next purge").isGreaterThan(kept + 2);
    assertThat(halves()).as("instances without all that belongs to them").isZero();

    long begin = System.nanoTime();
    int rest = purge.purge(() -> false);
    report.publishEntry(
        rest + " job instances purged, ms", Long.toString((System.nanoTime() - begin) / 1_000_000));
    int before = chunks.get();
    await("the job to work on").atMost(LIMIT).until(() -> chunks.get() > before);
    isToGoOn.set(false);
    assertThat(app.awaitEnd(during).status()).isEqualTo("COMPLETED");
    effects.assertOnceEach("work", chunks.get());

    assertThat(count("runledger.batch_job_instance")).isEqualTo(kept + 1);
    assertThat(count("runledger.batch_step_execution_context")).isEqualTo(kept + 1);
    assertThat(halves()).isZero();
    assertThat(executionsOf("status = 'RUNNING'")).isEqualTo(1);
    assertThat(executionsOf("status = 'FAILED'")).isEqualTo(1);
    assertThat(executionsOf("status = 'COMPLETED' AND ended < now() - interval '30 days'"))
        .isZero();
    assertThat(count("runledger.batch_run")).isEqualTo(100_002);
    assertThat(count("runledger.batch_attempt")).isEqualTo(100_002);

    assertThat(app.ask(PURGED)).isInstanceOf(Verdict.AlreadyCompleted.class);
    effects.assertOnceEach("work", chunks.get());
    aPageOfHistory(report);
  }

  private void fill() {
    app.run(PURGED);
    jdbc.sql("UPDATE runledger.batch_run SET ended_at = clock_timestamp() - interval '31 days'")
        .update();
    for (String statement : HISTORY.split(";\n\n", -1)) {
      database.template().execute(statement);
    }
  }

  /** Ends the session of a purge in the middle of a batch; what it had committed is returned. */
  private int killedHalfWay(MetadataPurge purge) {
    try (Warnings warnings = Warnings.ofAll()) {
      long before = count("runledger.batch_job_instance");
      CompletableFuture<Integer> purging =
          CompletableFuture.supplyAsync(() -> purge.purge(() -> false));
      await()
          .atMost(LIMIT)
          .pollInterval(Duration.ofMillis(2))
          .until(() -> count("runledger.batch_job_instance") < before - 5_000 && isKilled());
      int purged = purging.join();
      assertThat(warnings.lines())
          .singleElement()
          .asString()
          .contains(
              "The purge of Spring Batch's metadata was cut short (FATAL: terminating connection due");
      return purged;
    }
  }

  private boolean isKilled() {
    return jdbc.sql(
            """
            SELECT count(pg_terminate_backend(pid)) > 0 FROM pg_stat_activity
             WHERE datname = current_database() AND state = 'active'
               AND query LIKE 'DELETE FROM runledger.BATCH\\_%'
            """)
        .query(Boolean.class)
        .single();
  }

  private long halves() {
    return count(
        """
        runledger.batch_job_instance i
         WHERE NOT EXISTS (SELECT 1 FROM runledger.batch_job_execution e
                             JOIN runledger.batch_job_execution_params USING (job_execution_id)
                             JOIN runledger.batch_job_execution_context USING (job_execution_id)
                             JOIN runledger.batch_step_execution s USING (job_execution_id)
                             JOIN runledger.batch_step_execution_context c
                               ON c.step_execution_id = s.step_execution_id
                            WHERE e.job_instance_id = i.job_instance_id)
        """);
  }

  private long executionsOf(String runs) {
    return count(
        "runledger.batch_job_execution WHERE job_execution_id IN (SELECT id FROM seed WHERE %s)"
            .formatted(runs));
  }

  private long count(String from) {
    return jdbc.sql("SELECT count(*) FROM " + from).query(Long.class).single();
  }

  private void aPageOfHistory(TestReporter report) {
    ExplainedStatements statements =
        ExplainedStatements.counted(app.bean(ControlPool.class).control());
    StatusQuery query = new StatusQuery(new LedgerHistory(statements));
    long begin = System.nanoTime();
    List<StatusQuery.RunHistory> page = query.latest(null, null, 30);
    report.publishEntry(
        "a page of 30 runs, us", Long.toString((System.nanoTime() - begin) / 1_000));
    assertThat(page).hasSize(30).allSatisfy(run -> assertThat(run.attempts()).hasSize(1));
    assertThat(page)
        .extracting(StatusQuery.RunHistory::run)
        .extracting(Run::status)
        .containsOnly(RunStatus.COMPLETED);
    assertThat(statements.executed()).hasSizeLessThanOrEqualTo(5);
  }
}
