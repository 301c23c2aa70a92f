package io.runledger.web;

import io.runledger.operate.ReopenAnswer;
import io.runledger.run.RunKey;
import java.time.LocalDate;
import java.util.List;

/**
 * The answer to whoever opened a run again.
 *
 * @param answer REOPENED or ALREADY_REOPENED
 * @param job the job
 * @param batchDate the batch date
 * @param part the part, empty if there is none
 * @param runs the runs that are opened now, in the order in which they run
 * @param explanation the answer in a line
 */
record ReopenedBody(
    ReopenAnswer.Word answer,
    String job,
    LocalDate batchDate,
    String part,
    List<RunKey> runs,
    String explanation) {

  static ReopenedBody of(ReopenAnswer answer) {
    return new ReopenedBody(
        answer.word(),
        answer.key().job(),
        answer.key().batchDate(),
        answer.key().part(),
        answer.runs(),
        answer.explanation());
  }
}
