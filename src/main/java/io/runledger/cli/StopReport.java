package io.runledger.cli;

import io.runledger.operate.StopAnswer;
import io.runledger.run.RunStatus;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * What {@code stop --json} answers. The names are read by scripts: they stay.
 *
 * @param answer STOPPING, STOPPED, ALREADY_COMPLETED or NOT_RUNNING
 * @param job the job
 * @param batchDate the batch date
 * @param part the part, empty if there is none
 * @param status what the run is; null if it was never run
 * @param owner the pod that has or had it; null if it was never run
 * @param since when that pod began, by the database's clock; null if it was never run
 * @param message the answer in words
 */
record StopReport(
    String answer,
    String job,
    LocalDate batchDate,
    String part,
    @Nullable RunStatus status,
    @Nullable String owner,
    @Nullable Instant since,
    String message) {

  static StopReport of(StopAnswer answer) {
    return new StopReport(
        answer.word().name(),
        answer.key().job(),
        answer.key().batchDate(),
        answer.key().part(),
        answer.status(),
        answer.owner(),
        answer.since(),
        answer.explanation());
  }
}
