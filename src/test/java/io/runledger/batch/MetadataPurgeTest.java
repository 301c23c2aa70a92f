package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.guard.ControlPool;
import io.runledger.guard.Warnings;
import io.runledger.run.Attempt;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.sql.Connection;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.PlatformTransactionManager;

class MetadataPurgeTest {

  private static final LocalDate MONDAY = LocalDate.of(2026, 3, 2);
  private static final RunKey FIRST = RunKey.of("copy", MONDAY);
  private static final RunKey SECOND = RunKey.of("copy", MONDAY.plusDays(1));
  private static final List<String> TABLES =
      List.of(
          "job_instance",
          "job_execution",
          "job_execution_params",
          "job_execution_context",
          "step_execution",
          "step_execution_context");

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Undoing {
    @Bean
    Reversal undo() {
      return new Reversal() {
        @Override
        public String job() {
          return "copy";
        }

        @Override
        public void reverse(Attempt attempt) {}
      };
    }
  }

  private final Database database = PostgresServer.shared().newDatabase();
  private final JdbcClient jdbc = database.jdbc();
  private final EffectsTable effects = EffectsTable.create(database);
  private String prefix = "runledger.batch_";
  private GuardedApplication app;

  @BeforeEach
  void start() {
    app = started();
  }

  private GuardedApplication started() {
    return GuardedApplication.on(database)
        .with(Undoing.class)
        .with((jobs, transactions) -> job("copy", jobs, transactions))
        .with((jobs, transactions) -> job("plain", jobs, transactions))
        .start("runledger.jobs.copy.lease=2s");
  }

  @AfterEach
  void close() {
    app.close();
  }

  private Job job(String name, JobRepository jobs, PlatformTransactionManager transactions) {
    JdbcTemplate template = database.template();
    return new JobBuilder(name, jobs)
        .start(
            new StepBuilder("effect", jobs)
                .tasklet(
                    (contribution, chunk) -> {
                      EffectsTable.insert(template, name, 1, name);
                      return RepeatStatus.FINISHED;
                    },
                    transactions)
                .build())
        .build();
  }

  private void run(RunKey... keys) {
    for (RunKey key : keys) {
      app.run(key);
      assertThat(app.ledgerRow(key).status()).isEqualTo(RunStatus.COMPLETED);
    }
  }

  private void ended(RunKey key, String ago) {
    jdbc.sql(
            """
            UPDATE runledger.batch_run SET ended_at = clock_timestamp() - ?::interval
             WHERE job_name = ? AND batch_date = ?
            """)
        .params(ago, key.job(), key.batchDate())
        .update();
  }

  private MetadataPurge purge() {
    return new MetadataPurge(app.bean(ControlPool.class).control(), prefix, Duration.ofDays(90));
  }

  private int purged() {
    return purge().purge(() -> false);
  }

  private long rows(String table) {
    return jdbc.sql("SELECT count(*) FROM " + prefix + table).query(Long.class).single();
  }

  private List<Long> rows() {
    return TABLES.stream().map(this::rows).toList();
  }

  private static List<Long> none() {
    return Collections.nCopies(TABLES.size(), 0L);
  }

  /** The batch dates that Spring Batch has executions of. */
  private List<String> dates() {
    return jdbc.sql(
            "SELECT parameter_value FROM %sjob_execution_params WHERE parameter_name = 'batchDate' ORDER BY 1"
                .formatted(prefix))
        .query(String.class)
        .list();
  }

  @Test
  void metadata_of_a_run_that_was_completed_long_ago_goes_and_the_run_stays_completed() {
    run(FIRST, SECOND);
    ended(FIRST, "91 days");
    ended(SECOND, "89 days");

    assertThat(purged()).isEqualTo(1);

    assertThat(dates()).containsExactly("2026-03-03");
    assertThat(app.ask(FIRST)).isInstanceOf(Verdict.AlreadyCompleted.class);
    assertThat(effects.count("copy")).as("nothing ran again").isEqualTo(2);
    ended(SECOND, "91 days");
    assertThat(purged()).isEqualTo(1);
    assertThat(rows()).isEqualTo(none());
    assertThat(jdbc.sql("SELECT count(*) FROM runledger.batch_attempt").query(Long.class).single())
        .isEqualTo(2);
    assertThat(purged()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = RunStatus.class,
      names = {"COMPLETED"},
      mode = EnumSource.Mode.EXCLUDE)
  void metadata_of_a_run_that_is_not_completed_stays(RunStatus status) {
    run(FIRST);
    List<Long> before = rows();
    ended(FIRST, "400 days");
    jdbc.sql("UPDATE runledger.batch_run SET status = ?").param(status.name()).update();

    assertThat(purged()).isZero();
    assertThat(rows()).isEqualTo(before);
  }

  @Test
  void of_a_run_that_was_reopened_and_completed_all_goes() {
    run(FIRST);
    jdbc.sql(
            """
            UPDATE runledger.batch_run SET status = 'REOPENED', generation = 2,
                   fence = nextval('runledger.batch_fence')
            """)
        .update();
    run(FIRST);
    assertThat(rows("job_instance")).isEqualTo(2);
    ended(FIRST, "91 days");

    assertThat(purged()).isEqualTo(2);
    assertThat(rows()).isEqualTo(none());
  }

  @Test
  void jobs_that_are_not_guarded_keep_theirs_even_with_the_parameters_of_a_run() throws Exception {
    run(FIRST);
    JobParameters parameters =
        app.bean(JobRepository.class).getJobInstances("copy", 0, 1).stream()
            .map(instance -> app.bean(JobRepository.class).getLastJobExecution(instance))
            .findFirst()
            .orElseThrow()
            .getJobParameters();
    app.bean(JobOperator.class).start(app.job("plain"), parameters);
    app.bean(JobOperator.class).start(app.job("plain"), new JobParameters());
    ended(FIRST, "91 days");

    assertThat(purged()).isEqualTo(1);
    assertThat(jdbc.sql("SELECT job_name FROM runledger.batch_job_instance").query().listOfRows())
        .extracting(row -> row.get("job_name"))
        .containsExactly("plain", "plain");
  }

  @Test
  void metadata_of_a_job_that_was_renamed_goes_with_its_runs() {
    run(FIRST);
    jdbc.sql("UPDATE runledger.batch_run SET job_name = 'copies'").update();
    jdbc.sql(
            """
            INSERT INTO runledger.batch_job (job_name, renamed_to) VALUES ('copy', 'copies')
            ON CONFLICT (job_name) DO UPDATE SET renamed_to = 'copies'
            """)
        .update();
    ended(RunKey.of("copies", MONDAY), "91 days");

    assertThat(purged()).isEqualTo(1);
  }

  @Test
  void tables_that_the_application_has_elsewhere_are_purged_there() {
    app.close();
    jdbc.sql("DROP SCHEMA runledger CASCADE").update();
    new ResourceDatabasePopulator(
            new ClassPathResource("org/springframework/batch/core/schema-postgresql.sql"))
        .execute(database.dataSource());
    app = started();
    prefix = "batch_";
    run(FIRST, SECOND);
    ended(FIRST, "91 days");

    assertThat(purged()).isEqualTo(1);
    assertThat(dates()).containsExactly("2026-03-03");
  }

  @Test
  void it_goes_through_all_instances_in_batches_and_a_pod_that_leaves_ends_between_two() {
    run(FIRST, SECOND);
    ended(FIRST, "91 days");
    ended(SECOND, "91 days");
    AtomicInteger asked = new AtomicInteger();
    MetadataPurge small =
        new MetadataPurge(app.bean(ControlPool.class).control(), prefix, Duration.ofDays(90), 1);

    assertThat(small.purge(() -> asked.incrementAndGet() > 1)).isEqualTo(1);
    assertThat(dates()).containsExactly("2026-03-03");
    assertThat(small.purge(() -> false)).isEqualTo(1);
    assertThat(rows()).isEqualTo(none());
  }

  @Test
  void two_pods_do_not_purge_side_by_side() throws Exception {
    run(FIRST);
    ended(FIRST, "91 days");
    try (Connection other = database.dataSource().getConnection()) {
      other.setAutoCommit(false);
      other
          .createStatement()
          .execute("SELECT pg_advisory_xact_lock(hashtextextended('runledger purge', 0))");
      assertThat(purged()).isZero();
      other.rollback();
    }
    assertThat(purged()).isEqualTo(1);
  }

  @Test
  void one_that_waits_for_a_row_gives_up_with_a_warning_and_the_next_goes_on() throws Exception {
    run(FIRST);
    ended(FIRST, "91 days");
    List<Long> before = rows();
    try (Connection other = database.dataSource().getConnection();
        Warnings warnings = Warnings.ofAll()) {
      other.setAutoCommit(false);
      other.createStatement().execute("SELECT 1 FROM runledger.batch_job_instance FOR UPDATE");
      assertThat(purged()).isZero();
      assertThat(warnings.lines())
          .singleElement()
          .asString()
          .contains("The purge of Spring Batch's metadata was cut short", "lock timeout");
      other.rollback();
    }
    assertThat(rows()).as("all of a batch, or nothing").isEqualTo(before);
    assertThat(purged()).isEqualTo(1);
  }

  @Test
  void for_ever_is_for_ever() {
    run(FIRST);
    ended(FIRST, "400 days");
    MetadataPurge never =
        new MetadataPurge(app.bean(ControlPool.class).control(), prefix, Duration.ZERO);
    assertThat(never.isOff()).isTrue();
    assertThat(never.purge(() -> false)).isZero();
    for (Duration keep : Arrays.asList(Duration.ofDays(10_000_000), Duration.ofDays(401))) {
      assertThat(
              new MetadataPurge(app.bean(ControlPool.class).control(), prefix, keep)
                  .purge(() -> false))
          .isZero();
    }
    assertThat(rows("job_instance")).isEqualTo(1);
  }
}
