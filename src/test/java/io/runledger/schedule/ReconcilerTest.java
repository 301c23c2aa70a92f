package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.batch.RunLauncher;
import io.runledger.guard.Filter;
import io.runledger.guard.ScriptedFilter;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

class ReconcilerTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Fires each second; all of a day's fires are for the one same-day date. */
  private static final String EACH_SECOND = "--runledger.jobs.tick.cron=* * * * * ?";

  @Configuration
  @EnableAutoConfiguration
  static class App {
    @Bean
    Job tick(JobRepository jobs, PlatformTransactionManager transactions, DataSource dataSource) {
      return new JobBuilder("tick", jobs)
          .start(
              new StepBuilder("tick", jobs)
                  .tasklet(
                      (contribution, chunk) -> {
                        new JdbcTemplate(dataSource).update("INSERT INTO ticks VALUES (1)");
                        return RepeatStatus.FINISHED;
                      },
                      transactions)
                  .build())
          .build();
    }
  }

  private final List<ConfigurableApplicationContext> pods = new ArrayList<>();
  private Database database;
  private JdbcTemplate jdbc;

  @BeforeEach
  void prepare() {
    database = PostgresServer.shared().newDatabase();
    jdbc = new JdbcTemplate(database.dataSource());
    jdbc.execute("CREATE TABLE ticks (tick int)");
  }

  @AfterEach
  void close() {
    pods.forEach(ConfigurableApplicationContext::close);
  }

  @Test
  void a_job_that_fires_each_second_on_two_pods_runs_once_a_date() {
    pod(EACH_SECOND);
    pod(EACH_SECOND);
    LocalDate before = LocalDate.now(ZoneOffset.UTC);
    await().atMost(LIMIT).until(() -> runs("COMPLETED") >= 1);
    await()
        .during(Duration.ofSeconds(3))
        .atMost(LIMIT)
        .until(() -> ticks() == runs("COMPLETED") && ticks() <= datesSince(before));
  }

  @Test
  void a_fire_that_was_lost_heals_in_the_next_round() {
    // Known since two hours, and due an hour ago: no trigger of this pod will ever fire for it.
    Instant due = Instant.now().minusSeconds(3600);
    String cron = "0 %d %d * * ?";
    start("--runledger.worker=false").close();
    jdbc.update(
        "INSERT INTO runledger.batch_job (job_name, since) VALUES ('tick', clock_timestamp() - interval '2 hours')");
    pod(
        "--runledger.jobs.tick.cron="
            + cron.formatted(
                due.atZone(ZoneOffset.UTC).getMinute(), due.atZone(ZoneOffset.UTC).getHour()));
    await().atMost(LIMIT).until(() -> runs("COMPLETED") == 1);
    assertThat(jdbc.queryForObject("SELECT batch_date FROM runledger.batch_run", LocalDate.class))
        .isEqualTo(due.atZone(ZoneOffset.UTC).toLocalDate());
  }

  @Test
  void a_filter_that_stays_busy_without_a_lease_holds_a_run_up_for_one_round_only() {
    ScriptedFilter filter = ScriptedFilter.saying(Filter.Answer.BUSY);
    pods.add(
        application()
            .initializers(
                context ->
                    ((GenericApplicationContext) context).registerBean(Filter.class, () -> filter))
            .run(arguments(EACH_SECOND)));
    await()
        .atMost(LIMIT)
        .failFast("round after round is held up", () -> filter.asked() > 10)
        .until(() -> runs("COMPLETED") >= 1);
    assertThat(filter.asked()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void a_run_that_a_person_stopped_is_left_alone_and_one_without_a_pod_is_resumed() {
    ConfigurableApplicationContext pod = start("--runledger.worker=false");
    RunKey today = RunKey.of("tick", LocalDate.now(ZoneOffset.UTC));
    pod.getBean(RunLauncher.class).ask(RunRequest.of(today, Cause.schedule()));
    await().atMost(LIMIT).until(() -> runs("COMPLETED") == 1);
    pod.close();

    jdbc.update("UPDATE runledger.batch_run SET status = 'STOPPED', stopped_by_person = true");
    ConfigurableApplicationContext worker = start(EACH_SECOND);
    await().during(Duration.ofSeconds(2)).atMost(LIMIT).until(() -> runs("STOPPED") == 1);

    jdbc.update("UPDATE runledger.batch_run SET status = 'RUNNING', stopped_by_person = false");
    await().atMost(LIMIT).until(() -> runs("COMPLETED") >= 1);
    assertThat(jdbc.queryForList("SELECT cause FROM runledger.batch_attempt ORDER BY number"))
        .extracting(row -> row.get("cause"))
        .startsWith("SCHEDULE", "RECOVERY");
    assertThat(ticks()).as("the work was done, and is not done again").isEqualTo(1);
    worker.close();
  }

  private void pod(String... arguments) {
    pods.add(start(arguments));
  }

  private ConfigurableApplicationContext start(String... arguments) {
    return application().run(arguments(arguments));
  }

  private static SpringApplicationBuilder application() {
    return new SpringApplicationBuilder(App.class);
  }

  private String[] arguments(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.datasource.hikari.maximum-pool-size=3",
                "--spring.main.web-application-type=none",
                "--spring.flyway.enabled=false",
                "--runledger.zone=UTC",
                "--runledger.reconcile-every=1s",
                "--runledger.jobs.tick.lease=2s"));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private long runs(String status) {
    Long count =
        jdbc.queryForObject(
            "SELECT count(*) FROM runledger.batch_run WHERE status = ?", Long.class, status);
    return count == null ? 0 : count;
  }

  private static long datesSince(LocalDate first) {
    return LocalDate.now(ZoneOffset.UTC).toEpochDay() - first.toEpochDay() + 1;
  }

  private long ticks() {
    Long count = jdbc.queryForObject("SELECT count(*) FROM ticks", Long.class);
    return count == null ? 0 : count;
  }
}
