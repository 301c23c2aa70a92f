package io.runledger.operate;

import io.runledger.batch.CurrentAttempt;
import io.runledger.guard.GuardListener;
import io.runledger.run.Attempt;
import io.runledger.run.RunKey;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/** An application with one job, {@code daily}: one effect a date, and it fails on some dates. */
@Configuration
@EnableAutoConfiguration
class DailyApplication {

  /** What the job was run with and how it is to behave. */
  static final class Behaviour {
    final Set<LocalDate> failing = ConcurrentHashMap.newKeySet();
    final List<LocalDate> dates = new ArrayList<>();
    final Set<RunKey> lost = ConcurrentHashMap.newKeySet();
  }

  static ConfigurableApplicationContext start(Database database) {
    EffectsTable.create(database);
    return SpringApplication.run(
        DailyApplication.class,
        "--spring.datasource.url=" + database.jdbcUrl(),
        "--spring.datasource.username=" + database.user(),
        "--spring.datasource.password=" + database.password(),
        "--spring.main.web-application-type=none",
        "--spring.flyway.enabled=false",
        "--runledger.worker=false",
        "--runledger.zone=Asia/Ho_Chi_Minh",
        "--runledger.jobs.daily.lease=2s");
  }

  @Bean
  Behaviour behaviour() {
    return new Behaviour();
  }

  @Bean
  GuardListener losses(Behaviour behaviour) {
    return new GuardListener() {
      @Override
      public void attemptLost(Attempt attempt, String why) {
        behaviour.lost.add(attempt.key());
      }
    };
  }

  @Bean
  Job daily(
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource,
      Behaviour behaviour) {
    JdbcTemplate jdbc = new JdbcTemplate(dataSource);
    return new JobBuilder("daily", repository)
        .start(
            new StepBuilder("effect", repository)
                .tasklet(
                    (contribution, chunk) -> {
                      RunKey key = CurrentAttempt.onThisThread().key();
                      behaviour.dates.add(key.batchDate());
                      EffectsTable.insert(jdbc, key.toString(), 1, "daily");
                      if (behaviour.failing.contains(key.batchDate())) {
                        throw new IllegalStateException("the rates of the date are missing");
                      }
                      return RepeatStatus.FINISHED;
                    },
                    transactions)
                .build())
        .build();
  }
}
