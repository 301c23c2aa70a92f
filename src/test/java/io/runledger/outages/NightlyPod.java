package io.runledger.outages;

import io.runledger.batch.CurrentAttempt;
import io.runledger.guard.LedgerClock;
import io.runledger.run.RunKey;
import io.runledger.test.EffectsTable;
import java.time.OffsetDateTime;
import javax.sql.DataSource;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * A pod of its own JVM with two nightly jobs, whose names a deploy may change. It takes the time
 * from the table {@code night_clock}, so that all pods are moved at once.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class NightlyPod {

  public static void main(String[] arguments) {
    SpringApplication.run(NightlyPod.class, arguments);
    System.out.println("pod is up");
  }

  @Bean
  LedgerClock clock(DataSource dataSource) {
    JdbcClient jdbc = JdbcClient.create(dataSource);
    return () ->
        jdbc.sql("SELECT now FROM public.night_clock")
            .query(OffsetDateTime.class)
            .single()
            .toInstant();
  }

  @Bean
  Job first(
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource,
      @Value("${night.first}") String name) {
    return job(name, repository, transactions, dataSource);
  }

  @Bean
  Job second(
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource,
      @Value("${night.second}") String name) {
    return job(name, repository, transactions, dataSource);
  }

  /** Three steps of one effect each: a death may come between any two commits. */
  private static Job job(
      String name,
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource) {
    JdbcTemplate jdbc = new JdbcTemplate(dataSource);
    return new JobBuilder(name, repository)
        .start(step(1, repository, transactions, jdbc))
        .next(step(2, repository, transactions, jdbc))
        .next(step(3, repository, transactions, jdbc))
        .build();
  }

  private static Step step(
      int number,
      JobRepository repository,
      PlatformTransactionManager transactions,
      JdbcTemplate jdbc) {
    return new StepBuilder("step-" + number, repository)
        .tasklet(
            (contribution, chunk) -> {
              RunKey key = CurrentAttempt.onThisThread().key();
              // Which job it is by its part in the night, whatever it is called.
              String role = key.job().replaceAll("-.*", "");
              EffectsTable.insert(jdbc, role + " " + key.batchDate(), number, "pod");
              return RepeatStatus.FINISHED;
            },
            transactions)
        .build();
  }
}
