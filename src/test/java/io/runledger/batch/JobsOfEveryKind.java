package io.runledger.batch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.FlowBuilder;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.flow.Flow;
import org.springframework.batch.core.job.flow.support.SimpleFlow;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * One job for each kind of step. Each writes the items 1 to {@link #ITEMS} by chunks of five, those
 * with two threads the lower half on one and the upper half on the other. Where a step tolerates
 * faults it tolerates all of them: it must not tolerate the fence.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class JobsOfEveryKind {

  static final int ITEMS = 40;
  private static final int HALF = ITEMS / 2;
  private static final int CHUNK = 5;

  private final JobRepository repository;
  private final PlatformTransactionManager transactions;
  private final SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("kinds-");

  JobsOfEveryKind(JobRepository repository, PlatformTransactionManager transactions) {
    this.repository = repository;
    this.transactions = transactions;
  }

  /** How the jobs are guarded: a lease that no test outlives. */
  static String[] settings() {
    return Arrays.stream(KindOfStep.values())
        .map(kind -> "runledger.jobs." + kind.job() + ".lease=2m")
        .toArray(String[]::new);
  }

  @Bean
  Pause pause() {
    return new Pause();
  }

  @Bean
  EffectWriter writer(DataSource dataSource, Pause pause) {
    return new EffectWriter(dataSource, pause);
  }

  @Bean
  Job chunks(EffectWriter writer) {
    return job(KindOfStep.CHUNKS, chunkStep("write", new Numbers(1, ITEMS), writer));
  }

  @Bean
  Job concurrentChunks(EffectWriter writer) {
    return job(
        KindOfStep.CONCURRENT_CHUNKS,
        new StepBuilder("write", repository)
            .<Integer, Integer>chunk(CHUNK)
            .transactionManager(transactions)
            .reader(new Numbers(1, ITEMS))
            .processor(item -> item)
            .writer(writer)
            .taskExecutor(threads)
            .build());
  }

  @Bean
  Job faultTolerantChunks(EffectWriter writer) {
    return job(
        KindOfStep.FAULT_TOLERANT_CHUNKS,
        new StepBuilder("write", repository)
            .<Integer, Integer>chunk(CHUNK)
            .transactionManager(transactions)
            .reader(new Numbers(1, ITEMS))
            .writer(writer)
            .faultTolerant()
            .retry(Exception.class)
            .retryLimit(3)
            .skip(Exception.class)
            .skipLimit(1000)
            .build());
  }

  @Bean
  @SuppressWarnings("removal") // as long as Spring Batch has it, jobs use it
  Job legacyChunks(EffectWriter writer) {
    return job(
        KindOfStep.LEGACY_CHUNKS,
        new StepBuilder("write", repository)
            .<Integer, Integer>chunk(CHUNK, transactions)
            .reader(new Numbers(1, ITEMS))
            .writer(writer)
            .build());
  }

  @Bean
  @SuppressWarnings("removal") // as long as Spring Batch has it, jobs use it
  Job legacyFaultTolerantChunks(EffectWriter writer) {
    return job(
        KindOfStep.LEGACY_FAULT_TOLERANT_CHUNKS,
        new StepBuilder("write", repository)
            .<Integer, Integer>chunk(CHUNK, transactions)
            .reader(new Numbers(1, ITEMS))
            .writer(writer)
            .faultTolerant()
            .retry(Exception.class)
            .retryLimit(3)
            .skip(Exception.class)
            .skipLimit(1000)
            .build());
  }

  @Bean
  Job tasklet(EffectWriter writer) {
    return job(
        KindOfStep.TASKLET,
        new StepBuilder("write", repository)
            .tasklet(
                (contribution, chunk) -> {
                  for (int item = 1; item <= ITEMS; item++) {
                    writer.write(item);
                  }
                  return RepeatStatus.FINISHED;
                },
                transactions)
            .build());
  }

  @Bean
  Job taskletInRounds(EffectWriter writer) {
    return job(
        KindOfStep.TASKLET_IN_ROUNDS,
        new StepBuilder("write", repository)
            .tasklet(
                (contribution, chunk) -> {
                  ExecutionContext context = contribution.getStepExecution().getExecutionContext();
                  int done = context.getInt("done", 0);
                  for (int item = done + 1; item <= done + CHUNK; item++) {
                    writer.write(item);
                  }
                  context.putInt("done", done + CHUNK);
                  return RepeatStatus.continueIf(done + CHUNK < ITEMS);
                },
                transactions)
            .build());
  }

  @Bean
  Job partitions(EffectWriter writer, Numbers ofPartition) {
    return job(
        KindOfStep.PARTITIONS,
        new StepBuilder("write", repository)
            .partitioner(
                "part", grid -> Map.of("low", range(1, HALF), "high", range(HALF + 1, ITEMS)))
            .step(chunkStep("part", ofPartition, writer))
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
    Map<String, Object> range = new HashMap<>();
    range.put("from", from);
    range.put("to", to);
    return new ExecutionContext(range);
  }

  @Bean
  Job split(EffectWriter writer) {
    Flow low = flow("low", chunkStep("low", new Numbers(1, HALF), writer));
    Flow high = flow("high", chunkStep("high", new Numbers(HALF + 1, ITEMS), writer));
    return new JobBuilder(KindOfStep.SPLIT.job(), repository)
        .start(new FlowBuilder<SimpleFlow>("both").split(threads).add(low, high).build())
        .end()
        .build();
  }

  private static Flow flow(String name, Step step) {
    return new FlowBuilder<SimpleFlow>(name).start(step).build();
  }

  private Step chunkStep(String name, Numbers reader, EffectWriter writer) {
    return new StepBuilder(name, repository)
        .<Integer, Integer>chunk(CHUNK)
        .transactionManager(transactions)
        .reader(reader)
        .writer(writer)
        .build();
  }

  private Job job(KindOfStep kind, Step step) {
    return new JobBuilder(kind.job(), repository).start(step).build();
  }
}
