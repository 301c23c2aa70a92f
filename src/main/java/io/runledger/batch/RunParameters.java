package io.runledger.batch;

import io.runledger.run.Attempt;
import io.runledger.run.Pod;
import io.runledger.run.RunKey;
import io.runledger.run.TextLine;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParameter;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;

/**
 * An attempt as Spring Batch's job parameters, and back. A job instance is identified by batch
 * date, part and generation and by nothing else: the same date said as text would be another
 * instance, and the job would run twice.
 */
public final class RunParameters {

  /** The batch date, a {@link LocalDate}. Identifying. */
  public static final String BATCH_DATE = "batchDate";

  /** The part, empty if the date has one run. Identifying. */
  public static final String PART = "part";

  /** How often the run was opened, from 1. Identifying. */
  public static final String GENERATION = "generation";

  /** The attempt that an execution was begun for, a UUID. */
  static final String ATTEMPT = "runledger.attempt";

  private static final String NUMBER = "runledger.number";
  private static final String FENCE = "runledger.fence";
  private static final String COVERED_FROM = "runledger.covered-from";
  private static final String POD_HOST = "runledger.pod.host";
  private static final String POD_BOOT = "runledger.pod.boot";

  private static final Set<String> TAKEN = Set.of(BATCH_DATE, PART, GENERATION);

  /** As wide as the columns of Spring Batch's own schema. */
  private static final int LONGEST_NAME = 100;

  private static final int LONGEST_VALUE = 2500;

  private RunParameters() {}

  /** Refuses names that say which run it is, our own, and what could not be kept. */
  static void check(RunKey key, Map<String, String> added) {
    for (Map.Entry<String, String> parameter : added.entrySet()) {
      String name = parameter.getKey();
      if (name.isBlank() || TAKEN.contains(name) || name.startsWith("runledger.")) {
        throw new IllegalArgumentException(
            "The parameter '%s'='%s' for %s is refused: the names %s and runledger.* are taken."
                    .formatted(name, parameter.getValue(), key, TAKEN.stream().sorted().toList())
                + " Nothing was run; choose another name.");
      }
      checkStorable(key, name, parameter.getValue());
    }
  }

  /** What the metadata cannot keep would fail the run after it was claimed. */
  private static void checkStorable(RunKey key, String name, String value) {
    TextLine.check("parameter", name);
    if (name.length() > LONGEST_NAME
        || value.length() > LONGEST_VALUE
        || value.indexOf('\u0000') >= 0) {
      throw new IllegalArgumentException(
          "The parameter '%s' for %s has a name of %d and a value of %d characters%s; Spring Batch keeps %d and %d, and no NUL. Nothing was run; hand over what it stands for instead."
              .formatted(
                  name,
                  key,
                  name.length(),
                  value.length(),
                  value.indexOf('\u0000') >= 0 ? " with a NUL" : "",
                  LONGEST_NAME,
                  LONGEST_VALUE));
    }
  }

  static JobParameters of(Attempt attempt, Map<String, String> added) {
    JobParametersBuilder parameters =
        new JobParametersBuilder()
            .addLocalDate(BATCH_DATE, attempt.key().batchDate(), true)
            .addString(PART, attempt.key().part(), true)
            .addLong(GENERATION, attempt.generation(), true)
            .addString(ATTEMPT, attempt.id().toString(), false)
            .addLong(NUMBER, (long) attempt.number(), false)
            .addLong(FENCE, attempt.fence(), false)
            .addLocalDate(COVERED_FROM, attempt.coveredFrom(), false)
            .addString(POD_HOST, attempt.pod().host(), false)
            .addString(POD_BOOT, attempt.pod().boot().toString(), false);
    added.forEach((name, value) -> parameters.addString(name, value, false));
    return parameters.toJobParameters();
  }

  /** The id of the attempt that the parameters were made for; empty if they were made elsewhere. */
  static Optional<UUID> attemptId(JobParameters parameters) {
    return Optional.ofNullable(parameters.getParameter(ATTEMPT))
        .map(JobParameter::value)
        .map(value -> UUID.fromString(value.toString()));
  }

  /** The attempt that the execution belongs to; empty if it is not a guarded one. */
  static Optional<Attempt> attempt(JobExecution execution) {
    JobParameters parameters = execution.getJobParameters();
    LocalDate date = parameters.getLocalDate(BATCH_DATE);
    String part = parameters.getString(PART);
    return attemptId(parameters)
        .filter(id -> date != null && part != null)
        .map(
            id ->
                new Attempt(
                    new RunKey(
                        execution.getJobInstance().getJobName(), present(date), present(part)),
                    id,
                    (int) number(parameters, NUMBER),
                    number(parameters, GENERATION),
                    number(parameters, FENCE),
                    new Pod(
                        present(parameters.getString(POD_HOST)),
                        UUID.fromString(present(parameters.getString(POD_BOOT)))),
                    present(parameters.getLocalDate(COVERED_FROM))));
  }

  private static long number(JobParameters parameters, String name) {
    return present(parameters.getLong(name));
  }

  private static <T> T present(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("A parameter of a guarded job execution is missing.");
    }
    return value;
  }
}
