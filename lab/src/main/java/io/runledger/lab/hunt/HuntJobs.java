package io.runledger.lab.hunt;

import io.runledger.batch.CurrentAttempt;
import io.runledger.batch.Reversal;
import io.runledger.run.Attempt;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.FlowBuilder;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.flow.Flow;
import org.springframework.batch.core.job.flow.support.SimpleFlow;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.infrastructure.item.support.AbstractItemCountingItemStreamItemReader;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * A job of each kind that the framework permits. Each writes the items 1 to {@link #ITEMS} of a
 * date, signed with generation, fence and attempt, and without a unique key.
 */
@Configuration(proxyBeanMethods = false)
class HuntJobs {

  static final List<String> NAMES =
      List.of("chunks", "concurrent-chunks", "fault-tolerant", "tasklet", "partitions", "split");

  /** These write the same books, and so share a lock. */
  static final List<String> SHARING = List.of("fault-tolerant", "tasklet", "split");

  private static final String RENAMED = "-v2";

  static final int ITEMS = 40;
  private static final int HALF = ITEMS / 2;
  private static final int CHUNK = 5;
  private static final int LONGEST_PAUSE_MILLIS = 80;

  private final JobRepository repository;
  private final PlatformTransactionManager transactions;
  private final JdbcTemplate jdbc;
  private final SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("hunt-");
  private final Random random = new Random();
  private final List<String> renamed;

  HuntJobs(
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource,
      @Value("${hunt.renamed:}") List<String> renamed) {
    this.renamed = renamed;
    this.repository = repository;
    this.transactions = transactions;
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /** The lock name of a job that was not renamed. */
  static String lock(String job) {
    return SHARING.contains(job) ? "books" : job;
  }

  /** What a job is called once it was renamed. */
  static String renamed(String job) {
    return job + RENAMED;
  }

  /** What a job was called in the beginning. */
  static String first(String job) {
    return job.endsWith(RENAMED) ? job.substring(0, job.length() - RENAMED.length()) : job;
  }

  private String name(String job) {
    return renamed.contains(job) ? renamed(job) : job;
  }

  private void write(Collection<? extends Integer> items) {
    Attempt attempt = CurrentAttempt.onThisThread();
    LockSupport.parkNanos(1_000_000L * random.nextInt(LONGEST_PAUSE_MILLIS));
    jdbc.batchUpdate(
        """
        INSERT INTO hunt.effect (job, batch_date, generation, item, fence, attempt)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        items.stream()
            .map(
                item ->
                    new Object[] {
                      first(attempt.key().job()),
                      attempt.key().batchDate(),
                      attempt.generation(),
                      item,
                      attempt.fence(),
                      attempt.id()
                    })
            .toList());
    LockSupport.parkNanos(1_000_000L * random.nextInt(LONGEST_PAUSE_MILLIS));
  }

  private ItemWriter<Integer> writer() {
    return (Chunk<? extends Integer> chunk) -> write(chunk.getItems());
  }

  @Bean
  Job chunks() {
    return job("chunks", chunkStep("write", new Numbers(1, ITEMS)));
  }

  @Bean
  Job concurrentChunks() {
    return job(
        "concurrent-chunks",
        new StepBuilder("write", repository)
            .<Integer, Integer>chunk(CHUNK)
            .transactionManager(transactions)
            .reader(new Numbers(1, ITEMS))
            .processor(item -> item)
            .writer(writer())
            .taskExecutor(threads)
            .build());
  }

  /** One write in ten fails, and is tried again. */
  @Bean
  Job faultTolerant() {
    return job(
        "fault-tolerant",
        new StepBuilder("write", repository)
            .<Integer, Integer>chunk(CHUNK)
            .transactionManager(transactions)
            .reader(new Numbers(1, ITEMS))
            .writer(
                chunk -> {
                  if (random.nextInt(10) == 0) {
                    throw new FlakyException();
                  }
                  write(chunk.getItems());
                })
            .faultTolerant()
            // With a pause of a second, two in a row are an idle transaction that is ended.
            .retryPolicy(
                RetryPolicy.builder()
                    .includes(FlakyException.class)
                    .maxRetries(20)
                    .delay(Duration.ofMillis(10))
                    .build())
            .build());
  }

  @Bean
  Job tasklet() {
    return job(
        "tasklet",
        new StepBuilder("write", repository)
            .tasklet(
                (contribution, chunk) -> {
                  ExecutionContext context = contribution.getStepExecution().getExecutionContext();
                  int done = context.getInt("done", 0);
                  write(numbers(done + 1, done + CHUNK));
                  context.putInt("done", done + CHUNK);
                  return RepeatStatus.continueIf(done + CHUNK < ITEMS);
                },
                transactions)
            .build());
  }

  private static List<Integer> numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).boxed().toList();
  }

  @Bean
  Job partitions(Numbers ofPartition) {
    return job(
        "partitions",
        new StepBuilder("write", repository)
            .partitioner(
                "part", grid -> Map.of("low", range(1, HALF), "high", range(HALF + 1, ITEMS)))
            .step(chunkStep("part", ofPartition))
            .gridSize(2)
            .taskExecutor(threads)
            .build());
  }

  @Bean
  @StepScope
  Numbers ofPartition(
      @Value("#{stepExecutionContext['from']}") int from,
      @Value("#{stepExecutionContext['to']}") int to) {
    return new Numbers(from, to);
  }

  private static ExecutionContext range(int from, int to) {
    return new ExecutionContext(Map.of("from", from, "to", to));
  }

  @Bean
  Job split() {
    Flow low = flow("low", chunkStep("low", new Numbers(1, HALF)));
    Flow high = flow("high", chunkStep("high", new Numbers(HALF + 1, ITEMS)));
    return new JobBuilder(name("split"), repository)
        .start(new FlowBuilder<SimpleFlow>("both").split(threads).add(low, high).build())
        .end()
        .build();
  }

  private static Flow flow(String name, Step step) {
    return new FlowBuilder<SimpleFlow>(name).start(step).build();
  }

  private Step chunkStep(String name, Numbers reader) {
    return new StepBuilder(name, repository)
        .<Integer, Integer>chunk(CHUNK)
        .transactionManager(transactions)
        .reader(reader)
        .writer(writer())
        .build();
  }

  private Job job(String name, Step step) {
    return new JobBuilder(name(name), repository).start(step).build();
  }

  @Bean
  Reversal chunksUndone() {
    return undone("chunks");
  }

  @Bean
  Reversal partitionsUndone() {
    return undone("partitions");
  }

  @Bean
  Reversal splitUndone() {
    return undone("split");
  }

  /** The effects of a generation stay; the next one's are counted apart. */
  private Reversal undone(String job) {
    return new Reversal() {
      @Override
      public String job() {
        return name(job);
      }

      @Override
      public void reverse(Attempt attempt) {
        jdbc.update(
            "INSERT INTO hunt.reversal VALUES (?, ?, ?, ?)",
            job,
            attempt.key().batchDate(),
            attempt.generation(),
            attempt.fence());
      }
    };
  }

  private static final class FlakyException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** The numbers of a range, both ends inclusive. */
  static class Numbers extends AbstractItemCountingItemStreamItemReader<Integer> {

    private final int from;
    private final int to;
    private int next;

    Numbers(int from, int to) {
      this.from = from;
      this.to = to;
      setName("numbers");
    }

    @Override
    protected void doOpen() {
      next = from;
    }

    @Override
    protected @Nullable Integer doRead() {
      return next > to ? null : next++;
    }

    @Override
    protected void jumpToItem(int item) {
      next = from + item;
    }

    @Override
    protected void doClose() {}
  }
}
