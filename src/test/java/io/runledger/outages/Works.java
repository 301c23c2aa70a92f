package io.runledger.outages;

import static java.util.Objects.requireNonNull;

import io.runledger.batch.CurrentAttempt;
import io.runledger.run.Attempt;
import io.runledger.test.EffectsTable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.support.AbstractItemCountingItemStreamItemReader;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Jobs that take their time, and write an effect for each item under the run's key. */
final class Works {

  private Works() {}

  /** What happens within a job. */
  interface Body {
    void work() throws Exception;
  }

  /** Items 1 to n by chunks; the body works once in each chunk, after its rows are written. */
  static Job chunks(
      String name,
      JobRepository repository,
      PlatformTransactionManager transactions,
      int items,
      int chunk,
      Body body) {
    return new JobBuilder(name, repository)
        .start(
            new StepBuilder("write", repository)
                .<Long, Long>chunk(chunk)
                .transactionManager(transactions)
                .reader(new Count(items))
                .writer(
                    rows -> {
                      EffectsTable.insertAll(
                          jdbc(transactions), run(), List.copyOf(rows.getItems()), attempt());
                      body.work();
                    })
                .build())
        .build();
  }

  /** One item, by a tasklet, after the body. */
  static Job tasklet(
      String name, JobRepository repository, PlatformTransactionManager transactions, Body body) {
    return new JobBuilder(name, repository)
        .start(
            new StepBuilder("write", repository)
                .tasklet(
                    (contribution, context) -> {
                      body.work();
                      EffectsTable.insert(jdbc(transactions), run(), 1, attempt());
                      return RepeatStatus.FINISHED;
                    },
                    transactions)
                .build())
        .build();
  }

  /** A body that does nothing for so long. */
  static Body taking(Duration time) {
    return () -> {
      long until = System.nanoTime() + time.toNanos();
      for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    };
  }

  private static JdbcTemplate jdbc(PlatformTransactionManager transactions) {
    return new JdbcTemplate(
        requireNonNull(((JdbcTransactionManager) transactions).getDataSource()));
  }

  private static String run() {
    return CurrentAttempt.onThisThread().key().toString();
  }

  private static String attempt() {
    Attempt attempt = CurrentAttempt.onThisThread();
    return "attempt " + attempt.number() + " on " + attempt.pod();
  }

  /** 1 to n, from where it was. */
  private static final class Count extends AbstractItemCountingItemStreamItemReader<Long> {

    private final int last;

    Count(int last) {
      this.last = last;
      setName("count");
    }

    @Override
    protected @Nullable Long doRead() {
      return getCurrentItemCount() > last ? null : (long) getCurrentItemCount();
    }

    @Override
    protected void jumpToItem(int item) {
      // The item follows from the count.
    }

    @Override
    protected void doOpen() {}

    @Override
    protected void doClose() {}
  }
}
