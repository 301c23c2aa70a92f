package io.runledger.batch;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.batch.core.step.StepExecution;

/**
 * How far the step that works now has come, from Spring Batch's counts in memory.
 *
 * @param step the step's name; the manager's for partitions
 * @param done rows that are written, filtered out or skipped, over all partitions
 * @param total how many there will be; empty if the step does not say
 */
public record RunProgress(String step, long done, OptionalLong total) {

  /**
   * A step may put here, in its execution context, how many rows this execution of it will read: a
   * {@code Long}. Set it in {@code beforeStep} or {@code open}, at each attempt anew, since a
   * restart reads only what is left. With partitions the manager or each worker sets it.
   */
  public static final String TOTAL = "runledger.total";

  /** What stands between the names of a manager and of its partition in Spring Batch. */
  private static final String OF_MANAGER = ":";

  /**
   * Looks at the steps of an attempt.
   *
   * @param steps in the order they were created
   * @return empty if none has begun
   */
  public static Optional<RunProgress> of(List<StepExecution> steps) {
    return steps.stream()
        .filter(step -> steps.stream().noneMatch(other -> isWorker(step, other)))
        .reduce(RunProgress::laterOrRunning)
        .map(step -> of(step, workers(step, steps)));
  }

  /** In a split several run at once; then the last of those is as good as another. */
  private static StepExecution laterOrRunning(StepExecution one, StepExecution other) {
    return one.getStatus().isRunning() && !other.getStatus().isRunning() ? one : other;
  }

  /** Once all workers are done Spring Batch adds their counts to the manager's: never add both. */
  private static RunProgress of(StepExecution step, List<StepExecution> workers) {
    List<StepExecution> counted = workers.isEmpty() ? List.of(step) : workers;
    long done =
        counted.stream()
            .mapToLong(one -> one.getWriteCount() + one.getFilterCount() + one.getSkipCount())
            .sum();
    OptionalLong own = total(List.of(step));
    return new RunProgress(step.getStepName(), done, own.isPresent() ? own : total(counted));
  }

  private static List<StepExecution> workers(StepExecution manager, List<StepExecution> steps) {
    return steps.stream().filter(step -> isWorker(step, manager)).toList();
  }

  private static boolean isWorker(StepExecution step, StepExecution manager) {
    return step.getStepName().startsWith(manager.getStepName() + OF_MANAGER);
  }

  private static OptionalLong total(Collection<StepExecution> steps) {
    boolean allSay = steps.stream().allMatch(step -> step.getExecutionContext().containsKey(TOTAL));
    return allSay
        ? OptionalLong.of(
            steps.stream().mapToLong(step -> step.getExecutionContext().getLong(TOTAL)).sum())
        : OptionalLong.empty();
  }
}
