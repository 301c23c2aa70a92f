package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.runledger.batch.CurrentAttempt;
import io.runledger.batch.RunLauncher;
import io.runledger.batch.RunParameters;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.quartz.Calendar;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.redisson.api.RedissonClient;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.quartz.LocalDataSourceJobStore;
import org.springframework.scheduling.quartz.QuartzJobBean;
import org.springframework.transaction.PlatformTransactionManager;

/** The starter in an application that has a life of its own. */
@DisplayName("In an application with its own Flyway, Quartz and second data source, the starter")
class GoodGuestIT {

  private static final AtomicInteger REMINDED = new AtomicInteger();

  private static Database own;
  private static Database reports;
  private static ConfigurableApplicationContext context;

  @SpringBootConfiguration
  @EnableAutoConfiguration
  static class Shop {

    @Bean
    @Primary
    HikariDataSource orders(@Value("${shop.url}") String url) {
      return pool(url);
    }

    @Bean
    HikariDataSource reports(@Value("${reports.url}") String url) {
      return pool(url);
    }

    private static HikariDataSource pool(String url) {
      HikariDataSource pool = new HikariDataSource();
      pool.setJdbcUrl(url);
      pool.setUsername("postgres");
      pool.setPassword("postgres");
      return pool;
    }

    @Bean
    JobDetail reminder() {
      return JobBuilder.newJob(Reminder.class).withIdentity("reminder").storeDurably().build();
    }

    @Bean
    Trigger reminding(JobDetail reminder) {
      return TriggerBuilder.newTrigger()
          .forJob(reminder)
          .withIdentity("reminding")
          .withSchedule(SimpleScheduleBuilder.repeatSecondlyForever())
          .build();
    }

    @Bean
    Job settle(
        JobRepository repository,
        PlatformTransactionManager tx,
        DataSource orders,
        CurrentAttempt attempt) {
      JdbcClient jdbc = JdbcClient.create(orders);
      return new org.springframework.batch.core.job.builder.JobBuilder("settle", repository)
          .start(
              new StepBuilder("settle", repository)
                  .tasklet(
                      (contribution, chunk) -> {
                        jdbc.sql("INSERT INTO settled SELECT id, :fence FROM orders")
                            .param("fence", attempt.get().fence())
                            .update();
                        return RepeatStatus.FINISHED;
                      },
                      tx)
                  .build())
          .build();
    }

    @Bean
    Job tidy(JobRepository repository, PlatformTransactionManager tx) {
      return new org.springframework.batch.core.job.builder.JobBuilder("tidy", repository)
          .start(
              new StepBuilder("tidy", repository)
                  .tasklet((contribution, chunk) -> RepeatStatus.FINISHED, tx)
                  .build())
          .build();
    }
  }

  static final class Reminder extends QuartzJobBean {
    @Override
    protected void executeInternal(JobExecutionContext fire) {
      REMINDED.incrementAndGet();
    }
  }

  @BeforeAll
  static void start() {
    own = PostgresServer.shared().newDatabase();
    reports = PostgresServer.shared().newDatabase();
    context =
        SpringApplication.run(
            Shop.class,
            "--spring.main.web-application-type=none",
            "--shop.url=" + own.jdbcUrl(),
            "--reports.url=" + reports.jdbcUrl(),
            "--spring.flyway.locations=classpath:io/runledger/autoconfigure/guest",
            "--spring.flyway.baseline-on-migrate=true",
            "--spring.flyway.baseline-version=0",
            "--spring.quartz.job-store-type=jdbc",
            "--spring.quartz.jdbc.initialize-schema=always",
            "--spring.quartz.properties.org.quartz.jobStore.driverDelegateClass=org.quartz.impl.jdbcjobstore.PostgreSQLDelegate",
            "--runledger.zone=Europe/Berlin",
            "--runledger.jobs.settle.cron=0 30 23 29 2 ?");
  }

  @AfterAll
  static void stop() {
    context.close();
  }

  @Test
  void guards_the_job_that_is_named() throws Exception {
    RunRequest request =
        RunRequest.of(
            RunKey.of("settle", LocalDate.of(2024, 2, 29)), Cause.person("ann", "end of day"));
    RunLauncher launcher = context.getBean(RunLauncher.class);

    Verdict.Started started = (Verdict.Started) launcher.ask(request);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> assertThat(launcher.ask(request)).isInstanceOf(Verdict.AlreadyCompleted.class));

    assertThat(text("SELECT count(*) || ' by ' || max(fence) FROM settled"))
        .isEqualTo("25 by " + started.attempt().fence());
  }

  @Test
  void lets_the_other_job_run_as_ever() throws Exception {
    JobOperator operator = context.getBean(JobOperator.class);
    JobExecution execution =
        operator.start(
            context.getBean("tidy", Job.class),
            new JobParametersBuilder()
                .addString(RunParameters.BATCH_DATE, "any")
                .toJobParameters());
    assertThat(execution.getStatus()).isEqualTo(BatchStatus.COMPLETED);
    assertThat(text("SELECT count(*) FROM runledger.batch_run WHERE job_name = 'tidy'"))
        .isEqualTo("0");
  }

  @Test
  void leaves_the_applications_quartz_to_boot_and_it_fires() throws Exception {
    assertThat(context.getBeanNamesForType(Scheduler.class)).containsExactly("quartzScheduler");
    Scheduler scheduler = context.getBean(Scheduler.class);
    assertThat(scheduler.getMetaData().getJobStoreClass()).isEqualTo(LocalDataSourceJobStore.class);
    assertThat(text("SELECT string_agg(job_name, ',') FROM qrtz_job_details"))
        .isEqualTo("reminder");
    assertThat(text("SELECT string_agg(trigger_name, ',') FROM qrtz_triggers"))
        .isEqualTo("reminding");
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAtomic(REMINDED, org.hamcrest.Matchers.greaterThan(1));
  }

  @Test
  void leaves_the_applications_flyway_alone_and_keeps_a_history_of_its_own() {
    assertThat(context.getBeanNamesForType(Flyway.class)).containsExactly("flyway");
    assertThat(
            text(
                "SELECT string_agg(script, ',') FROM public.flyway_schema_history"
                    + " WHERE type = 'SQL'"))
        .isEqualTo("V1__shop.sql");
    assertThat(text("SELECT string_agg(script, ',') FROM runledger.flyway_schema_history"))
        .contains("V1__ledger.sql")
        .doesNotContain("shop");
  }

  @Test
  void publishes_no_bean_that_boot_or_the_application_would_pick_up() {
    assertThat(context.getBeanNamesForType(DataSource.class)).containsExactly("orders", "reports");
    assertThat(context.getBeanNamesForType(Trigger.class)).containsExactly("reminding");
    assertThat(context.getBeanNamesForType(JobDetail.class)).containsExactly("reminder");
    assertThat(context.getBeanNamesForType(Calendar.class)).isEmpty();
    assertThat(context.getBeanNamesForType(RedissonClient.class)).isEmpty();
    assertThat(context.getBeanNamesForType(Job.class)).containsExactly("settle", "tidy");
  }

  @Test
  void writes_nothing_into_the_second_database() {
    List<String> tables =
        reports
            .jdbc()
            .sql(
                "SELECT table_name FROM information_schema.tables"
                    + " WHERE table_schema NOT IN ('pg_catalog', 'information_schema')")
            .query(String.class)
            .list();
    assertThat(tables).isEmpty();
  }

  @Test
  void keeps_out_of_the_applications_own_schema() {
    assertThat(
            text(
                "SELECT string_agg(table_name, ',' ORDER BY table_name)"
                    + " FROM information_schema.tables WHERE table_schema = 'public'"
                    + " AND table_name NOT LIKE 'qrtz%'"))
        .isEqualTo("flyway_schema_history,orders,settled");
  }

  private static String text(String sql) {
    return String.valueOf(own.jdbc().sql(sql).query().singleValue());
  }
}
