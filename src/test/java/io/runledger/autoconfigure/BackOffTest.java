package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.batch.RunLauncher;
import io.runledger.guard.Filter;
import io.runledger.guard.Guard;
import io.runledger.guard.ScriptedFilter;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.batch.autoconfigure.BatchAutoConfiguration;
import org.springframework.boot.batch.autoconfigure.JobLauncherApplicationRunner;
import org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

@DisplayName("The auto-configuration")
class BackOffTest {

  private Database db;
  private ApplicationContextRunner runner;

  @BeforeEach
  void freshDatabase() {
    db = PostgresServer.shared().newDatabase();
    runner =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    BatchAutoConfiguration.class,
                    BatchJdbcAutoConfiguration.class,
                    RunledgerAutoConfiguration.class,
                    RunledgerMetricsAutoConfiguration.class,
                    RunledgerHealthAutoConfiguration.class,
                    RunledgerEndpointAutoConfiguration.class))
            .withUserConfiguration(OneJob.class)
            .withPropertyValues(
                "spring.datasource.url=" + db.jdbcUrl(),
                "spring.datasource.username=" + db.user(),
                "spring.datasource.password=" + db.password(),
                "spring.batch.job.enabled=false",
                "runledger.jobs.one.lease=5s");
  }

  @Test
  void registers_no_meters_without_a_registry() {
    runner.run(
        context ->
            assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(GuardMeters.class)
                .hasBean("runledgerHealthIndicator"));
  }

  @Test
  void lets_the_health_be_switched_off() {
    runner
        .withPropertyValues("management.health.runledger.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean("runledgerHealthIndicator"));
  }

  @Test
  void publishes_the_endpoint_only_where_it_is_exposed() {
    runner.run(context -> assertThat(context).doesNotHaveBean(RunledgerEndpoint.class));
  }

  @Test
  void takes_the_applications_own_filter() {
    runner
        .withUserConfiguration(OwnFilter.class)
        .withPropertyValues("runledger.filter.nodes=redis://127.0.0.1:1")
        .run(
            context -> {
              assertThat(context).hasSingleBean(Filter.class);
              assertThat(
                      context
                          .getBean(RunLauncher.class)
                          .ask(
                              RunRequest.of(
                                  RunKey.of("one", LocalDate.of(2026, 1, 5)), Cause.schedule())))
                  .isInstanceOfSatisfying(
                      Verdict.AlreadyRunning.class,
                      busy -> assertThat(busy.explanation()).contains("has the lock 'one'"));
            });
  }

  @Test
  void leaves_spring_batch_to_boot_when_it_is_switched_off() {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(
            Plain.class,
            "--spring.datasource.url=" + db.jdbcUrl(),
            "--spring.datasource.username=" + db.user(),
            "--spring.datasource.password=" + db.password(),
            "--spring.main.web-application-type=none",
            "--spring.flyway.enabled=false",
            "--spring.batch.jdbc.initialize-schema=always",
            "--runledger.enabled=false",
            "--runledger.jobs.one.lease=5s")) {
      assertThat(context.getBeanNamesForType(Guard.class)).isEmpty();
      assertThat(context.getBeanNamesForType(Filter.class)).isEmpty();
      assertThat(context.getBeanNamesForType(FencedBatchConfiguration.class)).isEmpty();
      assertThat(context.getBeanNamesForType(JobOperator.class)).hasSize(1);
      assertThat(context.getBeanNamesForType(JobLauncherApplicationRunner.class)).hasSize(1);
      assertThat(ranAtStartUp()).as("Boot ran the one job at start-up").isEqualTo("COMPLETED");
      assertThat(schemas()).isEmpty();
    }
  }

  private String ranAtStartUp() {
    return db.jdbc()
        .sql("SELECT status FROM public.batch_job_execution")
        .query(String.class)
        .single();
  }

  private List<String> schemas() {
    return db.jdbc()
        .sql("SELECT schema_name FROM information_schema.schemata WHERE schema_name = 'runledger'")
        .query(String.class)
        .list();
  }

  @Configuration
  static class OneJob {
    @Bean
    Job one(JobRepository repository, PlatformTransactionManager tx) {
      return new JobBuilder("one", repository)
          .start(
              new StepBuilder("only", repository)
                  .tasklet((contribution, chunk) -> RepeatStatus.FINISHED, tx)
                  .build())
          .build();
    }
  }

  @Configuration
  @EnableAutoConfiguration
  static class Plain extends OneJob {}

  @Configuration
  static class OwnFilter {
    @Bean
    Filter always() {
      return ScriptedFilter.saying(Filter.Answer.BUSY);
    }
  }
}
