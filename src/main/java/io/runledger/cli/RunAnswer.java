package io.runledger.cli;

import io.runledger.operate.Outcome;
import io.runledger.run.Attempt;
import io.runledger.run.Effects;
import io.runledger.run.Layer;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What {@code run --json} answers. The names are read by scripts: they stay.
 *
 * @param verdict the last answer to the request
 * @param job the job
 * @param batchDate the batch date, also where none was given
 * @param part the part, empty if there is none
 * @param layer who decided
 * @param owner who has the run, or had it before
 * @param since since when, by the database's clock
 * @param effects what is promised of the job's effects
 * @param attempt the number of the attempt that this request began; null if it began none
 * @param attemptId its id
 * @param fence its fence
 * @param status what the run was at the end of the waiting; null if that is not known
 * @param message why there is no attempt, or what went wrong with it
 */
record RunAnswer(
    String verdict,
    String job,
    LocalDate batchDate,
    String part,
    Layer layer,
    @Nullable String owner,
    @Nullable Instant since,
    Effects effects,
    @Nullable Integer attempt,
    @Nullable UUID attemptId,
    @Nullable Long fence,
    @Nullable RunStatus status,
    @Nullable String message) {

  static RunAnswer of(Outcome outcome) {
    Verdict verdict = outcome.verdict();
    Attempt attempt = verdict.attempt();
    String message = outcome.message();
    return new RunAnswer(
        verdict.word(),
        verdict.key().job(),
        verdict.key().batchDate(),
        verdict.key().part(),
        verdict.decision().layer(),
        verdict.decision().owner(),
        verdict.decision().since(),
        verdict.effects(),
        attempt == null ? null : attempt.number(),
        attempt == null ? null : attempt.id(),
        attempt == null ? null : attempt.fence(),
        outcome.status(),
        message == null && attempt == null ? verdict.explanation() : message);
  }
}
