package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.guard.AttemptEnd;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.support.ListItemReader;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

class ChunkJobTest {

  @Configuration
  @EnableAutoConfiguration
  static class App {
    @Bean
    Job copy(JobRepository repository, PlatformTransactionManager tx, DataSource ds) {
      JdbcTemplate jdbc = new JdbcTemplate(ds);
      List<Integer> items = IntStream.range(0, 50).boxed().toList();
      return new JobBuilder("copy", repository)
          .start(
              new StepBuilder("load", repository)
                  .<Integer, Integer>chunk(10)
                  .transactionManager(tx)
                  .reader(new ListItemReader<>(items))
                  .writer(
                      chunk -> chunk.forEach(i -> jdbc.update("INSERT INTO effects VALUES (?)", i)))
                  .build())
          .build();
    }
  }

  @Test
  void a_run_is_started_and_a_second_request_touches_nothing() throws Exception {
    Database db = PostgresServer.shared().newDatabase();
    new JdbcTemplate(db.dataSource()).execute("CREATE TABLE effects (item int)");
    try (ConfigurableApplicationContext context =
        SpringApplication.run(
            App.class,
            "--spring.datasource.url=" + db.jdbcUrl(),
            "--spring.datasource.username=" + db.user(),
            "--spring.datasource.password=" + db.password(),
            "--spring.main.web-application-type=none",
            "--spring.flyway.enabled=false",
            "--runledger.jobs.copy.lease=2s")) {
      RunLauncher launcher = context.getBean(RunLauncher.class);
      RunKey key = RunKey.of("copy", LocalDate.of(2026, 1, 5));
      Verdict verdict = launcher.ask(RunRequest.of(key, Cause.person("ann", null)));
      assertThat(verdict).isInstanceOf(Verdict.Started.class);
      AttemptEnd end =
          launcher
              .end(((Verdict.Started) verdict).attempt().id())
              .orElseThrow()
              .toCompletableFuture()
              .get(30, TimeUnit.SECONDS);
      assertThat(end.status()).isEqualTo(AttemptStatus.COMPLETED);
      assertThat(launcher.ask(RunRequest.of(key, Cause.person("ann", null))).word())
          .isEqualTo("ALREADY_COMPLETED");
      assertThat(
              new JdbcTemplate(db.dataSource())
                  .queryForObject("SELECT count(*) FROM effects", Integer.class))
          .isEqualTo(50);
    }
  }
}
