package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.runledger.run.RunKey;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.ResourcelessJobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ItemReader;
import org.springframework.batch.infrastructure.item.database.JdbcCursorItemReader;
import org.springframework.batch.infrastructure.item.database.builder.JdbcCursorItemReaderBuilder;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** What is said at start-up of a pool that a guarded job would get stuck in. */
class PoolInspectionTest {

  private final HikariDataSource pool = new HikariDataSource();
  private final JobRepository repository = new ResourcelessJobRepository();

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void a_pool_as_large_as_the_threads_is_not_spoken_of() {
    pool.setMaximumPoolSize(8);
    assertThat(warnings(partitioned(new SimpleAsyncTaskExecutor(), 8, numbers()))).isEmpty();
  }

  @Test
  void a_pool_smaller_than_the_threads_is_warned_of_with_the_numbers() {
    pool.setMaximumPoolSize(7);
    pool.setConnectionTimeout(20_000);
    assertThat(warnings(partitioned(new SimpleAsyncTaskExecutor(), 8, numbers())))
        .containsExactly(
            "Job 'wide', step 'parts' works on 8 thread(s) with 1 connection(s) each, and the ledger's"
                + " pool has 7: threads wait for each other, and fail after 20000 ms. Set"
                + " spring.datasource.hikari.maximum-pool-size to at least 8, or give the step fewer"
                + " threads.");
  }

  @Test
  void a_cursor_takes_a_connection_of_its_own_beside_that_of_the_chunk() {
    pool.setMaximumPoolSize(10);
    assertThat(warnings(partitioned(new SimpleAsyncTaskExecutor(), 8, cursor())))
        .singleElement()
        .asString()
        .contains("8 thread(s) with 2 connection(s) each", "has 10", "at least 16");
  }

  @Test
  void a_pool_of_threads_or_a_throttle_or_none_bounds_what_partitions_take() {
    pool.setMaximumPoolSize(2);
    ThreadPoolTaskExecutor threads = new ThreadPoolTaskExecutor();
    threads.setCorePoolSize(2);
    threads.setMaxPoolSize(50);
    SimpleAsyncTaskExecutor throttled = new SimpleAsyncTaskExecutor();
    throttled.setConcurrencyLimit(2);
    for (TaskExecutor executor : List.of(threads, throttled, new SyncTaskExecutor())) {
      assertThat(warnings(partitioned(executor, 8, numbers()))).as("%s", executor).isEmpty();
    }
    threads.setQueueCapacity(0);
    assertThat(warnings(partitioned(threads, 8, numbers())))
        .singleElement()
        .asString()
        .contains("8");
  }

  @Test
  void a_wait_without_an_end_is_warned_of() {
    pool.setConnectionTimeout(0);
    assertThat(warnings())
        .singleElement()
        .asString()
        .startsWith("spring.datasource.hikari.connection-timeout is 0, without end");
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void a_single_connection_is_warned_of_at_start_up_and_a_plain_job_completes_on_it(
      CapturedOutput output) {
    Database database = PostgresServer.shared().newDatabase();
    EffectsTable effects = EffectsTable.create(database);
    GuardedApplication.Plan plan =
        GuardedApplication.on(database)
            .with(
                (jobs, transactions) ->
                    new JobBuilder("plain", jobs)
                        .start(
                            new StepBuilder("write", jobs)
                                .<Integer, Integer>chunk(5)
                                .transactionManager(transactions)
                                .reader(new Numbers(1, 20))
                                .writer(new EffectWriter(dataSource(transactions), new Pause()))
                                .build())
                        .build());
    plan.start("runledger.jobs.plain.effects=ledger").close(); // makes the tables
    try (GuardedApplication application =
        plan.start(
            "runledger.jobs.plain.effects=ledger",
            "runledger.schema.mode=none",
            "spring.datasource.hikari.maximum-pool-size=1",
            "spring.datasource.hikari.connection-timeout=2000")) {
      RunKey key = RunKey.of("plain", LocalDate.of(2026, 1, 5));
      assertThat(application.run(key).status()).isEqualTo("COMPLETED");
      effects.assertOnceEach(key.toString(), 20);
      assertThat(output)
          .contains("The ledger's pool has 1 connection, for chunks and Spring Batch's metadata");
    }
  }

  private static DataSource dataSource(Object transactions) {
    return (DataSource) Steps.field(transactions, "dataSource");
  }

  private List<String> warnings(Job... jobs) {
    return new PoolInspection(pool).warnings(List.of(jobs));
  }

  private Job partitioned(TaskExecutor executor, int grid, ItemReader<Integer> reader) {
    Step part =
        new StepBuilder("part", repository)
            .<Integer, Integer>chunk(5)
            .transactionManager(new ResourcelessTransactionManager())
            .reader(reader)
            .writer(chunk -> {})
            .build();
    return new JobBuilder("wide", repository)
        .start(
            new StepBuilder("parts", repository)
                .partitioner("part", size -> Map.of())
                .step(part)
                .gridSize(grid)
                .taskExecutor(executor)
                .build())
        .build();
  }

  private static ItemReader<Integer> numbers() {
    return new Numbers(1, 20);
  }

  private JdbcCursorItemReader<Integer> cursor() {
    return new JdbcCursorItemReaderBuilder<Integer>()
        .name("cursor")
        .dataSource(pool)
        .sql("SELECT 1")
        .rowMapper((rs, row) -> rs.getInt(1))
        .build();
  }
}
