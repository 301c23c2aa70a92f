package io.runledger.operate;

import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What whoever asks a run to stop is told.
 *
 * @param key the run
 * @param word the answer in a word
 * @param status what the run was found to be; null if it was never run
 * @param owner the pod that has or had it; null if it was never run
 * @param since when that pod began, by the database's clock; null if it was never run
 * @param explanation one line for a person, without the key
 */
public record StopAnswer(
    RunKey key,
    Word word,
    @Nullable RunStatus status,
    @Nullable String owner,
    @Nullable Instant since,
    String explanation) {

  /** The answer in a word. */
  public enum Word {
    /** It stops at its next chunk; if its pod is gone, it is closed. */
    STOPPING,
    /** It is stopped, and a person's request alone resumes it. */
    STOPPED,
    /** Its effects are committed, and there was nothing to stop. */
    ALREADY_COMPLETED,
    /** It does not run, and is not complete: there was nothing to stop. */
    NOT_RUNNING
  }

  /**
   * Puts into words what became of the request.
   *
   * @param asked whether there was something to stop
   * @param found the run, after the request was kept
   */
  static StopAnswer of(RunKey key, boolean asked, Optional<Run> found) {
    if (found.isEmpty()) {
      return new StopAnswer(key, Word.NOT_RUNNING, null, null, null, "it was never run");
    }
    Run run = found.get();
    return switch (run.status()) {
      case RUNNING -> of(run, Word.STOPPING, stopping(run));
      case STOPPED ->
          of(
              run,
              Word.STOPPED,
              asked ? "a shutdown had stopped it; nobody resumes it unasked now" : message(run));
      case COMPLETED ->
          of(
              run,
              Word.ALREADY_COMPLETED,
              "completed by %s at %s".formatted(run.pod(), run.endedAt()));
      case FAILED, MISSED, REOPENED ->
          of(run, Word.NOT_RUNNING, "it is %s%s".formatted(run.status(), message(run)));
    };
  }

  private static StopAnswer of(Run run, Word word, String explanation) {
    return new StopAnswer(run.key(), word, run.status(), run.pod(), run.startedAt(), explanation);
  }

  private static String stopping(Run run) {
    return run.leaseLives()
        ? "attempt %d on %s stops at its next chunk".formatted(run.attempts(), run.pod())
        : "the pod of attempt %d, %s, is gone; whoever takes the run over closes it"
            .formatted(run.attempts(), run.pod());
  }

  private static String message(Run run) {
    String message = run.message();
    if (run.status() == RunStatus.STOPPED) {
      return message == null ? "already" : "already " + message;
    }
    return message == null ? "" : ": " + message;
  }
}
