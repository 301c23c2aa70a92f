package io.runledger.web;

import io.runledger.operate.RunView;
import io.runledger.run.Attempt;
import io.runledger.run.Effects;
import io.runledger.run.Layer;
import io.runledger.run.Verdict;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The answer to whoever asked for a run.
 *
 * @param verdict the answer in a word
 * @param job the job
 * @param batchDate the batch date
 * @param part the part, empty if there is none
 * @param layer who decided
 * @param owner who has the run, or had it before
 * @param since since when, by the database's clock
 * @param explanation the answer in a line
 * @param effects what is promised of the job's effects
 * @param attempt the number of the attempt that this request began; null if it began none
 * @param attemptId its id
 * @param fence its fence
 * @param run the run as it was found; null if this request began an attempt, or it could not be
 *     read
 */
record VerdictBody(
    String verdict,
    String job,
    LocalDate batchDate,
    String part,
    Layer layer,
    @Nullable String owner,
    @Nullable Instant since,
    String explanation,
    Effects effects,
    @Nullable Integer attempt,
    @Nullable UUID attemptId,
    @Nullable Long fence,
    @Nullable RunView run) {

  static VerdictBody of(Verdict verdict, @Nullable RunView run) {
    Attempt attempt = attempt(verdict);
    return new VerdictBody(
        verdict.word(),
        verdict.key().job(),
        verdict.key().batchDate(),
        verdict.key().part(),
        verdict.decision().layer(),
        verdict.decision().owner(),
        verdict.decision().since(),
        verdict.explanation(),
        verdict.effects(),
        attempt == null ? null : attempt.number(),
        attempt == null ? null : attempt.id(),
        attempt == null ? null : attempt.fence(),
        run);
  }

  private static @Nullable Attempt attempt(Verdict verdict) {
    if (verdict instanceof Verdict.Started started) {
      return started.attempt();
    }
    return verdict instanceof Verdict.Resumed resumed ? resumed.attempt() : null;
  }

  /** The same as members of a problem. */
  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("verdict", verdict);
    members.put("job", job);
    members.put("batchDate", batchDate);
    members.put("part", part);
    members.put("layer", layer);
    if (owner != null) {
      members.put("owner", owner);
    }
    if (since != null) {
      members.put("since", since);
    }
    members.put("explanation", explanation);
    members.put("effects", effects);
    return members;
  }
}
