package io.runledger.autoconfigure;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.batch.GuardedApplication;
import io.runledger.batch.StartedAroundTheLauncherException;
import io.runledger.run.RunKey;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.JobRegistry;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.configuration.support.DefaultBatchConfiguration;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.job.parameters.RunIdIncrementer;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.batch.autoconfigure.BatchTransactionManager;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** What an application does around its guarded jobs, and what it may do with the others. */
@ExtendWith(OutputCaptureExtension.class)
class RefusedApplicationsTest {

  private static final String GUARD_EOD = "runledger.jobs.eod.lease=30s";
  private static Database database;
  private static Database elsewhere;

  @BeforeAll
  static void createDatabases() {
    database = PostgresServer.shared().newDatabase();
    elsewhere = PostgresServer.shared().newDatabase();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableBatchProcessing
  static class EnablesBatchProcessing {}

  @Test
  @DisplayName("RC-27 (a) job metadata without a JDBC repository is refused")
  void batch_processing_that_the_application_enables_itself_is_refused(CapturedOutput console) {
    assertThat(StartUpMessage.of(console, eod().with(EnablesBatchProcessing.class), GUARD_EOD))
        .contains(
            "[jobRepository] come from an @EnableBatchProcessing or a DefaultBatchConfiguration of the"
                + " application, so the fence is not in the job repository.",
            "Remove it, and configure Spring Batch by spring.batch.* properties.");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class ConfiguresBatch extends DefaultBatchConfiguration {}

  @Test
  void a_batch_configuration_of_the_applications_own_is_refused(CapturedOutput console) {
    assertThat(StartUpMessage.of(console, eod().with(ConfiguresBatch.class), GUARD_EOD))
        .contains("come from an @EnableBatchProcessing or a DefaultBatchConfiguration");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class KeepsMetadataElsewhere {

    @Bean
    PlatformTransactionManager transactionManager(DataSource dataSource) {
      return new JdbcTransactionManager(dataSource);
    }

    @Bean(defaultCandidate = false)
    @BatchTransactionManager
    PlatformTransactionManager elsewhere() {
      return new JdbcTransactionManager(elsewhere.dataSource());
    }
  }

  @Test
  @DisplayName("RC-27 (b) job metadata in another database than the ledger is refused")
  void metadata_on_a_transaction_manager_of_another_database_is_refused(CapturedOutput console) {
    assertThat(StartUpMessage.of(console, eod().with(KeepsMetadataElsewhere.class), GUARD_EOD))
        .contains(
            "the transaction manager of Spring Batch, a JdbcTransactionManager, does not work on the"
                + " ledger's data source",
            "@BatchDataSource",
            "@BatchTransactionManager");
  }

  /** Takes the later of two jobs of one name, and says nothing. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class HasAJobRegistryOfItsOwn {

    @Bean
    JobRegistry registry() {
      return new MapJobRegistry() {
        @Override
        public void afterSingletonsInstantiated() {}
      };
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {GuardedApplication.Empty.class, HasAJobRegistryOfItsOwn.class})
  void beans_with_the_name_of_one_guarded_job_are_refused_by_their_names(
      Class<?> application, CapturedOutput console) {
    GuardedApplication.Plan twins = eod().with(RefusedApplicationsTest::eod).with(application);

    assertThat(StartUpMessage.of(console, twins, GUARD_EOD))
        .containsPattern("The beans \\[job[0-9]+, job[0-9]+] are all jobs of the name 'eod'");
  }

  @Test
  @DisplayName("RC-27 (d) a guarded job that Boot would run at start-up is refused")
  void a_guarded_job_that_boot_would_run_at_start_up_is_refused(CapturedOutput console) {
    assertThat(StartUpMessage.of(console, eod(), GUARD_EOD, "spring.batch.job.enabled=true"))
        .contains(
            "spring.batch.job.enabled is true, so Boot would start a guarded job around the guard, at"
                + " each start of each pod.",
            "Set it to false");
  }

  @Test
  void a_guarded_job_that_boot_is_told_to_run_by_name_is_refused(CapturedOutput console) {
    assertThat(
            StartUpMessage.of(
                console,
                eod().with(RefusedApplicationsTest::report),
                GUARD_EOD,
                "spring.batch.job.enabled=true",
                "spring.batch.job.name=eod"))
        .contains("spring.batch.job.enabled is true and spring.batch.job.name is 'eod', so Boot");
  }

  @Test
  void another_job_may_be_run_by_boot_at_start_up() {
    try (GuardedApplication application =
        eod()
            .with(RefusedApplicationsTest::report)
            .start(GUARD_EOD, "spring.batch.job.enabled=true", "spring.batch.job.name=report")) {
      JobRepository repository = application.bean(JobRepository.class);
      assertThat(repository.getJobInstances("report", 0, 10)).isNotEmpty();
      assertThat(repository.getJobInstances("eod", 0, 10)).isEmpty();
    }
  }

  @Test
  void boot_runs_no_job_at_start_up_unless_it_is_told_to() {
    Database fresh = PostgresServer.shared().newDatabase();
    try (GuardedApplication application =
        GuardedApplication.on(fresh).with(RefusedApplicationsTest::report).start()) {
      assertThat(application.bean(JobRepository.class).getJobNames()).isEmpty();
    }
  }

  @Test
  void a_guarded_job_that_is_started_around_the_launcher_runs_nothing_and_says_how_to_ask() {
    try (GuardedApplication application = eod().start(GUARD_EOD)) {
      JobOperator operator = application.bean(JobOperator.class);
      JobParameters parameters =
          new JobParametersBuilder()
              .addLocalDate("batchDate", LocalDate.of(2026, 1, 5))
              .toJobParameters();
      assertThatThrownBy(() -> operator.start(application.job("eod"), parameters))
          .isInstanceOf(StartedAroundTheLauncherException.class)
          .hasMessageContaining("The job 'eod' is guarded by Runledger, and was started around it")
          .hasMessageContaining("nothing was run or written")
          .hasMessageContaining("RunLauncher.ask");
      assertThat(application.bean(JobRepository.class).getJobInstances("eod", 0, 10)).isEmpty();
    }
  }

  @Test
  void a_guarded_job_cannot_be_restarted_around_the_launcher_with_the_attempt_of_an_earlier_run() {
    Database fresh = PostgresServer.shared().newDatabase();
    try (GuardedApplication application =
        GuardedApplication.on(fresh).with(RefusedApplicationsTest::eod).start(GUARD_EOD)) {
      application.run(RunKey.of("eod", LocalDate.of(2026, 1, 5)));
      JobRepository repository = application.bean(JobRepository.class);
      JobExecution execution =
          requireNonNull(
              repository.getLastJobExecution(repository.getJobInstances("eod", 0, 1).get(0)));
      execution.setStatus(BatchStatus.FAILED);
      assertThatThrownBy(() -> repository.update(execution))
          .isInstanceOf(StartedAroundTheLauncherException.class)
          .hasMessageContaining("of the job 'eod' does not work in this pod any more")
          .hasMessageContaining("nothing was written");
      assertThat(requireNonNull(repository.getJobExecution(execution.getId())).getStatus())
          .isEqualTo(BatchStatus.COMPLETED);
    }
  }

  @Test
  void a_job_that_is_not_guarded_is_left_as_it_is() throws Exception {
    try (GuardedApplication application =
        eod().with(RefusedApplicationsTest::report).start(GUARD_EOD)) {
      JobOperator operator = application.bean(JobOperator.class);
      Job report = application.job("report");
      assertThat(operator.startNextInstance(report).getStatus()).isEqualTo(BatchStatus.COMPLETED);
      assertThat(operator.startNextInstance(report).getStatus()).isEqualTo(BatchStatus.COMPLETED);
      assertThat(
              database
                  .jdbc()
                  .sql("SELECT count(*) FROM runledger.batch_run WHERE job_name = 'report'")
                  .query(Long.class)
                  .single())
          .isZero();
    }
  }

  private static GuardedApplication.Plan eod() {
    return GuardedApplication.on(database).with(RefusedApplicationsTest::eod);
  }

  private static Job eod(JobRepository repository, PlatformTransactionManager transactions) {
    return new JobBuilder("eod", repository)
        .start(
            new StepBuilder("work", repository)
                .tasklet((contribution, chunk) -> RepeatStatus.FINISHED, transactions)
                .build())
        .build();
  }

  /** Has all that a guarded job may not have. */
  private static Job report(JobRepository repository, PlatformTransactionManager transactions) {
    return new JobBuilder("report", repository)
        .incrementer(new RunIdIncrementer())
        .preventRestart()
        .start(
            new StepBuilder("work", repository)
                .tasklet((contribution, chunk) -> RepeatStatus.FINISHED)
                .startLimit(2)
                .allowStartIfComplete(true)
                .build())
        .build();
  }
}
