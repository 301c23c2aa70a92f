package io.runledger.operate;

import io.runledger.batch.CurrentAttempt;
import io.runledger.batch.Reversal;
import io.runledger.run.Attempt;
import io.runledger.run.RunKey;
import io.runledger.test.Database;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Two jobs: {@code postings} books an amount a date and knows how to undo it, {@code letters} does
 * not. Their table has no key, so that what is booked or undone twice is seen.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class LedgerOfPostings {

  static void createTable(Database database) {
    new JdbcTemplate(database.dataSource())
        .execute("CREATE TABLE posting (run text, amount int, generation bigint, contra boolean)");
  }

  /** How the jobs are to behave. */
  static final class Behaviour {
    volatile int amount = 10;
    final Set<RunKey> failing = ConcurrentHashMap.newKeySet();
    final Set<RunKey> cannotBeUndone = ConcurrentHashMap.newKeySet();
    final List<RunKey> undone = new CopyOnWriteArrayList<>();
    volatile CountDownLatch door = new CountDownLatch(0);
    final CountDownLatch atTheDoor = new CountDownLatch(1);

    void pass() throws InterruptedException {
      if (door.getCount() > 0) {
        atTheDoor.countDown();
      }
      if (!door.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody opened the door");
      }
    }
  }

  @Bean
  Behaviour behaviour() {
    return new Behaviour();
  }

  @Bean
  Job postings(
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource,
      Behaviour behaviour) {
    return job("postings", repository, transactions, dataSource, behaviour);
  }

  @Bean
  Job letters(
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource,
      Behaviour behaviour) {
    return job("letters", repository, transactions, dataSource, behaviour);
  }

  /** Books in its first step; may fail in its second. */
  private static Job job(
      String name,
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource,
      Behaviour behaviour) {
    JdbcClient jdbc = JdbcClient.create(dataSource);
    return new JobBuilder(name, repository)
        .start(
            new StepBuilder("book", repository)
                .tasklet(
                    (contribution, chunk) -> {
                      Attempt attempt = CurrentAttempt.onThisThread();
                      behaviour.pass();
                      jdbc.sql("INSERT INTO posting VALUES (?, ?, ?, false)")
                          .params(attempt.key().toString(), behaviour.amount, attempt.generation())
                          .update();
                      return RepeatStatus.FINISHED;
                    },
                    transactions)
                .build())
        .next(
            new StepBuilder("tell", repository)
                .tasklet(
                    (contribution, chunk) -> {
                      if (behaviour.failing.contains(CurrentAttempt.onThisThread().key())) {
                        throw new IllegalStateException("the printer is out of paper");
                      }
                      return RepeatStatus.FINISHED;
                    },
                    transactions)
                .build())
        .build();
  }

  @Bean
  Reversal contraPostings(DataSource dataSource, Behaviour behaviour) {
    JdbcClient jdbc = JdbcClient.create(dataSource);
    return new Reversal() {
      @Override
      public String job() {
        return "postings";
      }

      @Override
      public void reverse(Attempt attempt) {
        jdbc.sql(
                """
                INSERT INTO posting
                SELECT run, -amount, ?, true FROM posting
                 WHERE run = ? AND generation = ? AND NOT contra
                """)
            .params(attempt.generation(), attempt.key().toString(), attempt.generation() - 1)
            .update();
        if (behaviour.cannotBeUndone.contains(attempt.key())) {
          throw new IllegalStateException("the month is closed");
        }
        behaviour.undone.add(attempt.key());
      }
    };
  }
}
