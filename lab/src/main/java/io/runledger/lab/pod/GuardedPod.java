package io.runledger.lab.pod;

import io.runledger.cli.RunledgerApplication;
import io.runledger.guard.LedgerClock;
import io.runledger.operate.ManualRuns;
import java.time.OffsetDateTime;
import javax.sql.DataSource;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The same night as a Runledger application: one job, one chunk step, and the framework as
 * everybody has it. What is due is told by the table {@code lab.clock}, so that a night begins when
 * the lab says so; leases stay on the database's own clock.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class GuardedPod {

  public static void main(String[] arguments) {
    RunledgerApplication.main(GuardedPod.class, arguments);
  }

  @Bean
  LedgerClock clock(DataSource dataSource) {
    JdbcClient jdbc = JdbcClient.create(dataSource);
    return () ->
        jdbc.sql("SELECT now + coalesce(clock_timestamp() - since, interval '0') FROM lab.clock")
            .query(OffsetDateTime.class)
            .single()
            .toInstant();
  }

  @Bean
  Job postInterest(
      JobRepository repository, PlatformTransactionManager transactions, DataSource dataSource) {
    Night night = Night.read();
    return new JobBuilder("post-interest", repository)
        .start(
            new StepBuilder("post", repository)
                .<Integer, Integer>chunk(night.chunk())
                .transactionManager(transactions)
                .reader(new Items(night.items()))
                .writer(
                    new EffectsWriter(new JdbcTemplate(dataSource), night, Night.property("node")))
                .build())
        .build();
  }

  @Bean
  Storyteller storyteller() {
    return new Storyteller();
  }

  @Bean
  ApplicationListener<ApplicationReadyEvent> ready(ManualRuns runs) {
    return event -> {
      new Button(runs, Night.read()).listen();
      Telling.ready(
          event
              .getApplicationContext()
              .getEnvironment()
              .getProperty("local.server.port", Integer.class, 0));
    };
  }
}
