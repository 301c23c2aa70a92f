package io.runledger.batch;

import io.runledger.guard.JobGuard;
import io.runledger.run.Effects;
import java.util.ArrayList;
import java.util.List;
import org.springframework.batch.core.job.flow.FlowStep;
import org.springframework.batch.core.partition.PartitionNameProvider;
import org.springframework.batch.core.partition.PartitionStep;
import org.springframework.batch.core.partition.support.SimpleStepExecutionSplitter;
import org.springframework.batch.core.partition.support.TaskExecutorPartitionHandler;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.item.ChunkOrientedStep;
import org.springframework.batch.core.step.job.JobStep;
import org.springframework.batch.core.step.tasklet.TaskletStep;
import org.springframework.batch.infrastructure.repeat.support.TaskExecutorRepeatTemplate;

/**
 * Inspects one step. Only kinds whose transactions are known can be fenced; all others are refused.
 */
final class StepInspection {

  private final TransactionInspection transactions;
  private final JobGuard guard;

  /**
   * @param guard of the job that the steps belong to
   */
  StepInspection(TransactionInspection transactions, JobGuard guard) {
    this.transactions = transactions;
    this.guard = guard;
  }

  List<Refusal> inspect(String name, Step step) {
    List<Refusal> refusals = new ArrayList<>();
    if (step.getStartLimit() != Integer.MAX_VALUE) {
      refusals.add(
          new Refusal(
              name,
              "has the start limit %d; after as many crashes nobody could complete the run."
                  .formatted(step.getStartLimit()),
              "Remove startLimit(...)."));
    }
    if (step.isAllowStartIfComplete()) {
      refusals.add(allowsStartIfComplete(name));
    }
    if (step instanceof ChunkOrientedStep<?, ?>) {
      inspectTransactions(name, step, refusals);
    } else if (step instanceof TaskletStep) {
      inspectThreads(name, step, refusals);
      inspectTransactions(name, step, refusals);
    } else if (step instanceof PartitionStep) {
      inspectPartitions(name, step, refusals);
    } else if (step instanceof JobStep) {
      refusals.add(
          new Refusal(
              name,
              "starts another job, which would stay open, or keep an old fence, after a takeover.",
              "Use a FlowStep, or guard the other job and let this one come after it."));
    } else if (!(step instanceof FlowStep)) {
      refusals.add(
          new Refusal(
              name,
              "is a %s, whose transactions are not known.".formatted(step.getClass().getName()),
              "Build it with StepBuilder, as a singleton; readers and writers may be step-scoped."));
    }
    return refusals;
  }

  private void inspectTransactions(String name, Step step, List<Refusal> refusals) {
    if (guard.effects() != Effects.EXTERNAL) {
      transactions.inspect(name, step, guard.job()).ifPresent(refusals::add);
    }
  }

  @SuppressWarnings("removal") // the legacy step that is refused
  private static void inspectThreads(String name, Step step, List<Refusal> refusals) {
    if (Steps.field(step, "stepOperations") instanceof TaskExecutorRepeatTemplate) {
      refusals.add(
          new Refusal(
              name,
              "runs its chunks on several threads, which commit out of order: a restart loses rows.",
              "Use chunk(size).taskExecutor(...) of Spring Batch 6, or local partitions."));
    }
  }

  private static void inspectPartitions(String name, Step step, List<Refusal> refusals) {
    Object handler = Steps.field(step, "partitionHandler");
    if (!(handler instanceof TaskExecutorPartitionHandler)) {
      refusals.add(
          new Refusal(
              name,
              "hands its partitions to a %s; workers elsewhere cannot be fenced."
                  .formatted(handler.getClass().getName()),
              "Use local partitions: partitioner(...).step(...).taskExecutor(...)."));
    }
    Object splitter = Steps.field(step, "stepExecutionSplitter");
    if (!(splitter instanceof SimpleStepExecutionSplitter)) {
      refusals.add(
          new Refusal(
              name,
              "has a splitter of its own, %s.".formatted(splitter.getClass().getName()),
              "Remove splitter(...)."));
      return;
    }
    if (Steps.field(splitter, "partitioner") instanceof PartitionNameProvider) {
      refusals.add(
          new Refusal(
              name,
              "has a PartitionNameProvider; a partition that never started would be restarted"
                  + " without its range, read nothing and complete.",
              "Let the partitioner implement Partitioner only."));
    }
    if (Boolean.TRUE.equals(Steps.field(splitter, "allowStartIfComplete"))) {
      refusals.add(allowsStartIfComplete(name));
    }
  }

  private static Refusal allowsStartIfComplete(String name) {
    return new Refusal(
        name,
        "allows its start if complete, so each resume would run it once more.",
        "Remove allowStartIfComplete(true).");
  }
}
