package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.guard.Filter;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;

/** A pod that goes at a bad moment. */
class LeavingTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final RunKey KEY = RunKey.of("pooled", LocalDate.of(2026, 1, 5));
  private static final int ITEMS = 20;

  /** A filter that keeps those who ask waiting, once it is told to. */
  static final class SlowFilter implements Filter {
    volatile CountDownLatch latch = new CountDownLatch(0);
    volatile boolean asked;

    @Override
    public Answer tryAcquire(String lockName, UUID attempt) {
      asked = true;
      await().atMost(LIMIT).until(() -> latch.getCount() == 0);
      return Answer.UNKNOWN;
    }

    @Override
    public Holding probe(String lockName, UUID attempt) {
      return Holding.UNKNOWN;
    }

    @Override
    public void release(String lockName, UUID attempt) {}

    @Override
    public List<Node> nodes() {
      return List.of();
    }

    @Override
    public void close() {}
  }

  /** Chunks of five, processed by a pool that takes no more tasks once the shutdown begins. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Pooled {
    @Bean
    SlowFilter filter() {
      return new SlowFilter();
    }

    @Bean
    Pause pause() {
      return new Pause();
    }

    @Bean
    ThreadPoolTaskExecutor workers() {
      ThreadPoolTaskExecutor workers = new ThreadPoolTaskExecutor();
      workers.setCorePoolSize(2);
      workers.setStrictEarlyShutdown(true);
      return workers;
    }

    @Bean
    Job pooledJob(
        JobRepository repository,
        PlatformTransactionManager transactions,
        DataSource dataSource,
        Pause pause,
        ThreadPoolTaskExecutor workers) {
      return new JobBuilder("pooled", repository)
          .start(
              new StepBuilder("write", repository)
                  .<Integer, Integer>chunk(5)
                  .transactionManager(transactions)
                  .reader(
                      new Numbers(1, ITEMS) {
                        @Override
                        protected @Nullable Integer doRead() {
                          Integer number = super.doRead();
                          if (number != null) {
                            pause.reach(number);
                          }
                          return number;
                        }
                      })
                  .processor(item -> item)
                  .writer(new EffectWriter(dataSource, new Pause()))
                  .taskExecutor(workers)
                  .build())
          .build();
    }
  }

  private Database database;
  private EffectsTable effects;

  @BeforeEach
  void prepare() {
    database = PostgresServer.shared().newDatabase();
    effects = EffectsTable.create(database);
  }

  @Test
  void a_step_whose_thread_pool_takes_no_more_tasks_is_stopped_by_the_shutdown_and_not_failed()
      throws InterruptedException {
    GuardedApplication leaving = start();
    Pause pause = leaving.bean(Pause.class);
    pause.at(8);
    Attempt attempt = GuardedApplication.attempt(leaving.ask(KEY));
    pause.awaitThreads(1);

    Thread closing = closing(leaving);
    ThreadPoolTaskExecutor workers = leaving.bean(ThreadPoolTaskExecutor.class);
    await().atMost(LIMIT).until(() -> workers.getThreadPoolExecutor().isShutdown());
    pause.release();
    closing.join(LIMIT.toMillis());

    EndedAttempt ended = EndedAttempt.read(database, attempt.id());
    assertThat(ended.status()).isEqualTo("STOPPED");
    assertThat(ended.message()).startsWith("failed while its pod shut down: ");
    isResumedByRecovery(5);
  }

  @Test
  void a_request_that_is_under_way_when_the_pod_leaves_leaves_nothing_behind() throws Exception {
    GuardedApplication leaving = start();
    SlowFilter filter = leaving.bean(SlowFilter.class);
    filter.latch = new CountDownLatch(1);
    CompletableFuture<Verdict> asked = CompletableFuture.supplyAsync(() -> leaving.ask(KEY));
    await().atMost(LIMIT).until(() -> filter.asked);

    Thread closing = closing(leaving);
    RunLauncher launcher = leaving.bean(RunLauncher.class);
    await().atMost(LIMIT).until(() -> launcher.isLeaving() && !launcher.isRunning());
    filter.latch.countDown();
    closing.join(LIMIT.toMillis());

    Attempt attempt = GuardedApplication.attempt(asked.join());
    assertThat(EndedAttempt.read(database, attempt.id()).status()).isEqualTo("STOPPED");
    isResumedByRecovery(0);
  }

  @Test
  void a_pod_that_is_stopped_and_started_again_as_springs_tests_do_works_on() {
    try (GuardedApplication pod = start()) {
      RunLauncher launcher = pod.bean(RunLauncher.class);
      launcher.stop();
      assertThat(pod.ask(KEY).word()).isEqualTo("UNAVAILABLE");
      launcher.start();
      assertThat(pod.run(KEY).status()).isEqualTo("COMPLETED");
    }
  }

  private void isResumedByRecovery(int itemsOfTheFirst) {
    assertThat(effects.count(KEY.toString())).isEqualTo(itemsOfTheFirst);
    try (GuardedApplication next = start()) {
      Run row = next.ledgerRow(KEY);
      assertThat(row.status()).isEqualTo(RunStatus.STOPPED);
      assertThat(row.stoppedByPerson()).isFalse();
      Verdict resumed = next.ask(RunRequest.of(KEY, Cause.recovery()));
      assertThat(next.awaitEnd(resumed).status()).isEqualTo("COMPLETED");
    }
    effects.assertOnceEach(KEY.toString(), ITEMS);
  }

  private GuardedApplication start() {
    return GuardedApplication.start(database, Pooled.class, "runledger.jobs.pooled.lease=30s");
  }

  private static Thread closing(GuardedApplication pod) {
    Thread closing = new Thread(pod::close, "closing");
    closing.start();
    return closing;
  }
}
