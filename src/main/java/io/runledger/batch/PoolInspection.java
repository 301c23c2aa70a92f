package io.runledger.batch;

import com.zaxxer.hikari.HikariDataSource;
import io.runledger.batch.GuardedJobs.GuardedJob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.partition.PartitionStep;
import org.springframework.batch.core.partition.support.TaskExecutorPartitionHandler;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepHolder;
import org.springframework.batch.core.step.item.ChunkOrientedStep;
import org.springframework.batch.infrastructure.item.database.AbstractCursorItemReader;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Warns at start-up of a pool in which the threads of a guarded job would wait for each other, with
 * the numbers. It refuses nothing: how much a job's own beans take can only be estimated.
 */
public final class PoolInspection {

  private static final Logger log = LoggerFactory.getLogger(PoolInspection.class);

  private final HikariDataSource pool;

  /**
   * @param pool the pool of the ledger's data source, which steps and metadata work on
   */
  public PoolInspection(HikariDataSource pool) {
    this.pool = pool;
  }

  /** Warns of what is too small. */
  public void inspect(Collection<GuardedJob> guarded) {
    warnings(guarded.stream().map(GuardedJob::job).toList()).forEach(log::warn);
  }

  List<String> warnings(Collection<Job> jobs) {
    List<String> warnings = new ArrayList<>();
    int size = pool.getMaximumPoolSize();
    long wait = pool.getConnectionTimeout();
    if (wait == Integer.MAX_VALUE) {
      warnings.add(
          "spring.datasource.hikari.connection-timeout is 0, without end: a thread that gets no"
              + " connection waits for ever, and its run with it. It is in milliseconds: set it to 30000, say.");
    }
    if (size == 1) {
      warnings.add(
          "The ledger's pool has 1 connection, for chunks and Spring Batch's metadata alike. Whatever"
              + " asks for a second one inside a chunk (a cursor, a REQUIRES_NEW) waits for the chunk"
              + " that waits for it, for "
              + wait
              + " ms, and fails. Set spring.datasource.hikari.maximum-pool-size to at least 2.");
    }
    for (Job job : jobs) {
      for (Step step : Steps.of(job)) {
        Demand demand = demand(step);
        if (demand.connections() > size) {
          warnings.add(
              "Job '%s', step '%s' works on %d thread(s) with %d connection(s) each, and the ledger's pool has %d: threads wait for each other, and fail after %d ms. Set spring.datasource.hikari.maximum-pool-size to at least %d, or give the step fewer threads."
                  .formatted(
                      job.getName(),
                      step.getName(),
                      demand.threads(),
                      demand.each(),
                      size,
                      wait,
                      demand.connections()));
        }
      }
    }
    return warnings;
  }

  /**
   * What a step takes at once.
   *
   * @param threads how many of its threads have a transaction
   * @param each the connections of one
   */
  private record Demand(int threads, int each) {
    int connections() {
      return threads * each;
    }
  }

  private static Demand demand(Step step) {
    if (step instanceof PartitionStep
        && Steps.field(step, "partitionHandler") instanceof TaskExecutorPartitionHandler handler) {
      int partitions = (int) Steps.field(handler, "gridSize");
      TaskExecutor executor = (TaskExecutor) Steps.field(handler, "taskExecutor");
      return new Demand(threads(executor, partitions), each(((StepHolder) handler).getStep()));
    }
    return new Demand(1, each(step));
  }

  /** At most one for each partition; how many of these there will be is a guess as well. */
  private static int threads(TaskExecutor executor, int partitions) {
    if (executor instanceof SyncTaskExecutor) {
      return 1;
    }
    if (executor instanceof ThreadPoolTaskExecutor threads) {
      // Beyond its core it grows only when its queue is full.
      int most =
          threads.getQueueCapacity() >= partitions
              ? threads.getCorePoolSize()
              : threads.getMaxPoolSize();
      return Math.min(most, partitions);
    }
    if (executor instanceof SimpleAsyncTaskExecutor threads && threads.isThrottleActive()) {
      return Math.min(threads.getConcurrencyLimit(), partitions);
    }
    return partitions;
  }

  /** One for the chunk, and one for a cursor that is kept open across chunks. */
  private static int each(Step step) {
    return step instanceof ChunkOrientedStep<?, ?>
            && AbstractCursorItemReader.class.isAssignableFrom(
                AopUtils.getTargetClass(Steps.field(step, "itemReader")))
        ? 2
        : 1;
  }
}
