package io.runledger.batch;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.partition.PartitionStep;
import org.springframework.batch.core.partition.StepExecutionSplitter;
import org.springframework.batch.core.step.StepExecution;

/**
 * What a step did in one attempt. A partitioned step is reported once, with its partitions' rows:
 * how many they are and how they are called is up to the data. Spring Batch adds their rows to the
 * step's own, so that a sum over all executions would count each row twice.
 *
 * @param step the name that the job gave it
 * @param status Spring Batch's word for how it ended
 * @param took from its start to its end; zero if it never did either
 * @param read rows read
 * @param written rows written; of a step that was rolled back last, what was counted until then
 */
record StepReport(String step, String status, Duration took, long read, long written) {

  /** The steps in the order they were created. */
  static List<StepReport> of(Job job, Collection<StepExecution> executions) {
    Map<String, String> partitioned = partitionedSteps(job);
    return executions.stream()
        .filter(execution -> stepOfPartition(execution, partitioned).isEmpty())
        .map(execution -> report(execution, partitioned, executions))
        .toList();
  }

  private static StepReport report(
      StepExecution step, Map<String, String> partitioned, Collection<StepExecution> all) {
    List<StepExecution> partitions =
        all.stream()
            .filter(
                one ->
                    stepOfPartition(one, partitioned)
                        .filter(step.getStepName()::equals)
                        .isPresent())
            .toList();
    List<StepExecution> counted = partitions.isEmpty() ? List.of(step) : partitions;
    return new StepReport(
        step.getStepName(),
        step.getStatus().name(),
        between(step.getStartTime(), step.getEndTime()),
        counted.stream().mapToLong(StepExecution::getReadCount).sum(),
        counted.stream().mapToLong(StepExecution::getWriteCount).sum());
  }

  /** What partitions' names begin with, and the step that they belong to. */
  private static Map<String, String> partitionedSteps(Job job) {
    Map<String, String> steps = new TreeMap<>();
    Steps.of(job).stream()
        .filter(PartitionStep.class::isInstance)
        .forEach(
            step -> {
              Object splitter = Steps.field(step, "stepExecutionSplitter");
              steps.put(((StepExecutionSplitter) splitter).getStepName() + ":", step.getName());
            });
    return steps;
  }

  private static Optional<String> stepOfPartition(
      StepExecution execution, Map<String, String> partitioned) {
    return partitioned.entrySet().stream()
        .filter(one -> execution.getStepName().startsWith(one.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Spring Batch notes the pod's local time, which jumps twice a year. */
  private static Duration between(@Nullable LocalDateTime start, @Nullable LocalDateTime end) {
    if (start == null || end == null) {
      return Duration.ZERO;
    }
    ZoneId zone = ZoneId.systemDefault();
    Duration took = Duration.between(start.atZone(zone), end.atZone(zone));
    return took.isNegative() ? Duration.ZERO : took;
  }
}
