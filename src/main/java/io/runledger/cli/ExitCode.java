package io.runledger.cli;

import io.runledger.operate.Outcome;
import io.runledger.run.ReconciliationBreakException;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import org.jspecify.annotations.Nullable;

/** What a command ends with. 3 is missing: the JVM exits with it on ExitOnOutOfMemoryError. */
public enum ExitCode {
  /** The effects are complete, now or already; or what was asked for is shown, or stopped. */
  COMPLETE(0),
  /** The run failed or was stopped. */
  FAILED(1),
  /** Wrong usage, unknown job, bad date, refused settings: asking again unchanged does not help. */
  USAGE(2),
  /** The run works elsewhere. */
  ELSEWHERE(4),
  /** The database could not answer, so nothing is known. */
  UNAVAILABLE(5),
  /** Effects and ledger, or effects and what they should be, do not agree. */
  BREAK(6),
  /** It may not run now. */
  BLOCKED(7);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** What the process exits with. */
  public int number() {
    return number;
  }

  /** Never 0 for a run whose effects are not complete. */
  static ExitCode of(Outcome outcome) {
    RunStatus status = outcome.status();
    if (status == null) {
      return of(outcome.verdict());
    }
    return switch (status) {
      case COMPLETED -> COMPLETE;
      case RUNNING -> ELSEWHERE;
      case FAILED -> ReconciliationBreakException.isToldBy(outcome.message()) ? BREAK : FAILED;
      case STOPPED -> FAILED;
      case MISSED, REOPENED -> BLOCKED;
    };
  }

  /**
   * Of a run that was to be stopped and does not run.
   *
   * @param status null if it was never run
   */
  static ExitCode ofOneThatDoesNotRun(@Nullable RunStatus status) {
    return status == RunStatus.FAILED ? FAILED : BLOCKED;
  }

  private static ExitCode of(Verdict verdict) {
    if (verdict instanceof Verdict.Unavailable) {
      return UNAVAILABLE;
    }
    if (verdict instanceof Verdict.Blocked) {
      return BLOCKED;
    }
    throw new IllegalStateException(
        "%s: the answer %s comes without a status.".formatted(verdict.key(), verdict.word()));
  }
}
