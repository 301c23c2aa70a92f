package io.runledger.autoconfigure;

import io.runledger.batch.RunLauncher;
import io.runledger.guard.AttemptEnd;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.partition.Partitioner;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamReader;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * An application with guarded jobs to look at: {@code copy} handles 50 rows in chunks, {@code
 * split} 2 x 30 rows in partitions, {@code wait} works until it is let go, {@code fall} fails.
 */
final class GuardedApplication implements AutoCloseable {

  static final LocalDate DAY = LocalDate.of(2026, 1, 5);

  private final ConfigurableApplicationContext context;

  private GuardedApplication(ConfigurableApplicationContext context) {
    this.context = context;
  }

  static GuardedApplication start(Database db, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "--spring.datasource.url=" + db.jdbcUrl(),
                "--spring.datasource.username=" + db.user(),
                "--spring.datasource.password=" + db.password(),
                "--spring.main.web-application-type=none",
                "--spring.flyway.enabled=false",
                "--spring.jmx.enabled=true",
                "--spring.jmx.unique-names=true",
                "--management.endpoints.jmx.exposure.include=*",
                "--management.endpoint.health.show-details=always",
                "--management.endpoint.health.probes.enabled=true",
                "--runledger.jobs.copy.lease=5s",
                "--runledger.jobs.split.lock=shared",
                "--runledger.jobs.wait.zone=Asia/Ho_Chi_Minh",
                "--runledger.jobs.fall.lease=5s"));
    args.addAll(List.of(more));
    return new GuardedApplication(SpringApplication.run(Jobs.class, args.toArray(String[]::new)));
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  ConfigurableApplicationContext context() {
    return context;
  }

  Gate gate() {
    return context.getBean(Gate.class);
  }

  Verdict ask(String job, Cause cause) {
    return bean(RunLauncher.class).ask(RunRequest.of(RunKey.of(job, DAY), cause));
  }

  /** Asks by hand, and waits for the end. */
  AttemptEnd run(String job, LocalDate date) throws Exception {
    RunKey key = RunKey.of(job, date);
    Verdict verdict =
        bean(RunLauncher.class).ask(RunRequest.of(key, Cause.person("ann", "a test")));
    return end(((Verdict.Started) verdict).attempt());
  }

  AttemptEnd end(Attempt attempt) throws Exception {
    var end = bean(RunLauncher.class).end(attempt.id());
    if (end.isEmpty()) {
      return AttemptEnd.completed(); // it was faster than we are
    }
    return end.get().toCompletableFuture().get(1, TimeUnit.MINUTES);
  }

  @Override
  public void close() {
    gate().open();
    context.close();
  }

  /** As many rows as it is told each time it is opened. */
  private static final class Rows implements ItemStreamReader<Integer> {
    private final int rows;
    private int next;

    Rows(int rows) {
      this.rows = rows;
    }

    @Override
    public void open(ExecutionContext context) {
      next = 0;
    }

    @Override
    public @Nullable Integer read() {
      return next < rows ? next++ : null;
    }
  }

  /** Where {@code wait} works until it is let go. */
  record Gate(CountDownLatch reached, CountDownLatch opened) {
    boolean isReached() throws InterruptedException {
      return reached.await(1, TimeUnit.MINUTES);
    }

    void open() {
      opened.countDown();
    }

    void pass() throws InterruptedException {
      reached.countDown();
      if (!opened.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody let it go");
      }
    }
  }

  @Configuration
  @EnableAutoConfiguration
  static class Jobs {

    @Bean
    Gate gate() {
      return new Gate(new CountDownLatch(1), new CountDownLatch(1));
    }

    @Bean
    Job copy(JobRepository repository, PlatformTransactionManager tx) {
      return new JobBuilder("copy", repository).start(rows("load", 50, repository, tx)).build();
    }

    @Bean
    Job split(JobRepository repository, PlatformTransactionManager tx) {
      Partitioner partitioner =
          size -> {
            Map<String, ExecutionContext> parts = new TreeMap<>();
            parts.put("2026-01-05", new ExecutionContext());
            parts.put("2026-01-06", new ExecutionContext());
            return parts;
          };
      return new JobBuilder("split", repository)
          .start(
              new StepBuilder("all", repository)
                  .partitioner("some", partitioner)
                  .step(rows("some", 30, repository, tx))
                  .taskExecutor(new SyncTaskExecutor())
                  .build())
          .build();
    }

    @Bean("wait")
    Job waiting(JobRepository repository, PlatformTransactionManager tx, Gate gate) {
      return new JobBuilder("wait", repository)
          .start(
              new StepBuilder("gate", repository)
                  .tasklet(
                      (contribution, chunk) -> {
                        gate.pass();
                        return RepeatStatus.FINISHED;
                      },
                      tx)
                  .build())
          .build();
    }

    @Bean
    Job fall(JobRepository repository, PlatformTransactionManager tx) {
      return new JobBuilder("fall", repository)
          .start(
              new StepBuilder("hole", repository)
                  .tasklet(
                      (contribution, chunk) -> {
                        throw new IllegalStateException("there is a hole");
                      },
                      tx)
                  .build())
          .build();
    }

    private static Step rows(
        String name, int rows, JobRepository repository, PlatformTransactionManager tx) {
      return new StepBuilder(name, repository)
          .<Integer, Integer>chunk(10)
          .transactionManager(tx)
          .reader(new Rows(rows))
          .writer(chunk -> {})
          .build();
    }
  }
}
