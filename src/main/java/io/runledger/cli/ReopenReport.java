package io.runledger.cli;

import io.runledger.operate.Outcome;
import io.runledger.operate.ReopenAnswer;
import io.runledger.run.RunKey;
import java.time.LocalDate;
import java.util.List;

/**
 * What {@code reopen --json} answers. The names are read by scripts: they stay.
 *
 * @param answer REOPENED, ALREADY_REOPENED, ALREADY_RUNNING or BLOCKED
 * @param job the job
 * @param batchDate the batch date
 * @param part the part, empty if there is none
 * @param reopened what is reopened, in the order in which it runs; if it is BLOCKED since later
 *     runs stand on it, those
 * @param message the answer in words
 * @param runs what became of them, up to the first that is not complete
 */
record ReopenReport(
    String answer,
    String job,
    LocalDate batchDate,
    String part,
    List<Reopened> reopened,
    String message,
    List<RunAnswer> runs) {

  /** One run. */
  record Reopened(String job, LocalDate batchDate, String part) {
    static Reopened of(RunKey key) {
      return new Reopened(key.job(), key.batchDate(), key.part());
    }
  }

  static ReopenReport of(ReopenAnswer answer, List<Outcome> outcomes) {
    return new ReopenReport(
        answer.word().name(),
        answer.key().job(),
        answer.key().batchDate(),
        answer.key().part(),
        answer.runs().stream().map(Reopened::of).toList(),
        answer.explanation(),
        outcomes.stream().map(RunAnswer::of).toList());
  }
}
