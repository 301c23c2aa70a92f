package io.runledger.web;

import io.runledger.operate.StopAnswer;
import io.runledger.run.RunStatus;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The answer to whoever asked a run to stop.
 *
 * @param answer STOPPING, STOPPED or ALREADY_COMPLETED
 * @param job the job
 * @param batchDate the batch date
 * @param part the part, empty if there is none
 * @param status what the run was found to be
 * @param owner the pod that has or had it
 * @param since when that pod began, by the database's clock
 * @param explanation the answer in a line
 */
record StopBody(
    StopAnswer.Word answer,
    String job,
    LocalDate batchDate,
    String part,
    @Nullable RunStatus status,
    @Nullable String owner,
    @Nullable Instant since,
    String explanation) {

  static StopBody of(StopAnswer answer) {
    return new StopBody(
        answer.word(),
        answer.key().job(),
        answer.key().batchDate(),
        answer.key().part(),
        answer.status(),
        answer.owner(),
        answer.since(),
        answer.explanation());
  }
}
