package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.run.Attempt;
import io.runledger.run.RunKey;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.ChunkOrientedStepBuilder;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.batch.infrastructure.item.ItemReader;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;

/** The code of a job can tell outside systems which attempt it works for. */
class CurrentAttemptTest {

  private static GuardedApplication application;

  @BeforeAll
  static void start() {
    Database database = PostgresServer.shared().newDatabase();
    application =
        GuardedApplication.start(
            database,
            CuriousJobs.class,
            "runledger.jobs.plain.lease=30s",
            "runledger.jobs.concurrent.lease=30s",
            "runledger.jobs.partitioned.lease=30s",
            "runledger.jobs.tasklet.lease=30s");
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "concurrent", "partitioned"})
  void reader_processor_and_writer_know_the_attempt_they_work_for(String job) {
    Sightings seen = application.bean(Sightings.class);
    seen.clear();
    Verdict verdict = application.ask(RunKey.of(job, LocalDate.of(2026, 1, 5)));
    assertThat(application.awaitEnd(verdict).status()).isEqualTo("COMPLETED");
    Attempt attempt = GuardedApplication.attempt(verdict);
    assertThat(seen.attempts())
        .isEqualTo(
            Map.of(
                "reader", Set.of(attempt),
                "processor", Set.of(attempt),
                "writer", Set.of(attempt)));
    assertThat(attempt.key()).isEqualTo(verdict.key());
    assertThat(attempt.number()).isEqualTo(1);
    assertThat(attempt.fence()).isPositive();
  }

  @Test
  void processors_know_it_on_threads_of_their_own() {
    Sightings seen = application.bean(Sightings.class);
    seen.clear();
    application.run(RunKey.of("concurrent", LocalDate.of(2026, 1, 6)));
    assertThat(seen.threads("processor")).hasSizeGreaterThan(1);
    assertThat(seen.threads("processor")).doesNotContainAnyElementsOf(seen.threads("writer"));
  }

  @Test
  void partitions_know_it_on_threads_of_their_own() {
    Sightings seen = application.bean(Sightings.class);
    seen.clear();
    application.run(RunKey.of("partitioned", LocalDate.of(2026, 1, 6)));
    assertThat(seen.threads("writer")).hasSize(2);
  }

  @Test
  void a_tasklet_knows_it() {
    Sightings seen = application.bean(Sightings.class);
    seen.clear();
    Verdict verdict = application.ask(RunKey.of("tasklet", LocalDate.of(2026, 1, 5)));
    application.awaitEnd(verdict);
    assertThat(seen.attempts())
        .isEqualTo(Map.of("tasklet", Set.of(GuardedApplication.attempt(verdict))));
  }

  @Test
  void on_a_thread_that_no_step_runs_on_there_is_none() {
    String message =
        "There is no attempt on thread '%s': no step runs on it. Ask on the step's thread, and hand"
                .formatted(Thread.currentThread().getName())
            + " the attempt over.";
    assertThatThrownBy(CurrentAttempt::onThisThread)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(message);
    assertThatThrownBy(application.bean(CurrentAttempt.class)::get)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(message);
  }

  @Test
  void in_a_job_that_is_not_guarded_there_is_none() throws Exception {
    var execution =
        application
            .bean(JobOperator.class)
            .start(application.job("unguarded"), new JobParameters());
    assertThat(execution.getAllFailureExceptions())
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                        "There is no attempt: the job 'unguarded' is not guarded. Put it under"
                            + " runledger.jobs."));
  }

  /** Who saw which attempt, on which thread. */
  static final class Sightings {

    private final CurrentAttempt bean;
    private final ConcurrentMap<String, Set<Attempt>> attempts = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Set<String>> threads = new ConcurrentHashMap<>();

    Sightings(CurrentAttempt bean) {
      this.bean = bean;
    }

    void look(String who) {
      Set<Attempt> seen = attempts.computeIfAbsent(who, name -> ConcurrentHashMap.newKeySet());
      seen.add(bean.get());
      seen.add(CurrentAttempt.onThisThread());
      threads
          .computeIfAbsent(who, name -> ConcurrentHashMap.newKeySet())
          .add(Thread.currentThread().getName());
    }

    Map<String, Set<Attempt>> attempts() {
      return attempts;
    }

    Set<String> threads(String who) {
      return threads.getOrDefault(who, Set.of());
    }

    void clear() {
      attempts.clear();
      threads.clear();
    }
  }

  /** Reads, processes and writes, and looks at each. */
  static class CuriousItems
      implements ItemReader<Integer>, ItemProcessor<Integer, Integer>, ItemWriter<Integer> {

    private final Sightings seen;
    private int next = 1;

    CuriousItems(Sightings seen) {
      this.seen = seen;
    }

    @Override
    public @Nullable Integer read() {
      seen.look("reader");
      return next > 30 ? null : next++;
    }

    @Override
    public Integer process(Integer item) {
      seen.look("processor");
      return item;
    }

    @Override
    public void write(Chunk<? extends Integer> chunk) {
      seen.look("writer");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class CuriousJobs {

    @Bean
    Sightings sightings(CurrentAttempt attempt) {
      return new Sightings(attempt);
    }

    @Bean
    @StepScope
    CuriousItems items(Sightings seen) {
      return new CuriousItems(seen);
    }

    @Bean
    Job plain(
        JobRepository repository, PlatformTransactionManager transactions, CuriousItems items) {
      return new JobBuilder("plain", repository)
          .start(chunks(repository, transactions, items).build())
          .build();
    }

    @Bean
    Job concurrent(
        JobRepository repository, PlatformTransactionManager transactions, CuriousItems items) {
      return new JobBuilder("concurrent", repository)
          .start(
              chunks(repository, transactions, items)
                  .taskExecutor(new SimpleAsyncTaskExecutor("processing-"))
                  .build())
          .build();
    }

    @Bean
    Job partitioned(
        JobRepository repository, PlatformTransactionManager transactions, CuriousItems items) {
      Step part = chunks(repository, transactions, items).build();
      return new JobBuilder("partitioned", repository)
          .start(
              new StepBuilder("parts", repository)
                  .partitioner(
                      "part",
                      size -> Map.of("one", new ExecutionContext(), "two", new ExecutionContext()))
                  .step(part)
                  .gridSize(2)
                  .taskExecutor(new SimpleAsyncTaskExecutor("partition-"))
                  .build())
          .build();
    }

    @Bean
    Job tasklet(JobRepository repository, PlatformTransactionManager transactions, Sightings seen) {
      return oneTasklet("tasklet", repository, transactions, seen);
    }

    @Bean
    Job unguarded(
        JobRepository repository, PlatformTransactionManager transactions, Sightings seen) {
      return oneTasklet("unguarded", repository, transactions, seen);
    }

    private static Job oneTasklet(
        String name,
        JobRepository repository,
        PlatformTransactionManager transactions,
        Sightings seen) {
      return new JobBuilder(name, repository)
          .start(
              new StepBuilder("look", repository)
                  .tasklet(
                      (contribution, chunk) -> {
                        seen.look("tasklet");
                        return RepeatStatus.FINISHED;
                      },
                      transactions)
                  .build())
          .build();
    }

    private static ChunkOrientedStepBuilder<Integer, Integer> chunks(
        JobRepository repository, PlatformTransactionManager transactions, CuriousItems items) {
      return new StepBuilder("items", repository)
          .<Integer, Integer>chunk(5)
          .transactionManager(transactions)
          .reader(items)
          .processor(items)
          .writer(items);
    }
  }
}
