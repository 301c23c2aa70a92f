package io.runledger.run;

import org.jspecify.annotations.Nullable;

/**
 * The answer to whoever asked for a run. Not an exception: a run that somebody else has is the
 * ordinary case on all pods but one.
 */
public sealed interface Verdict {

  /** The run that was asked for. */
  RunKey key();

  /** Who decided, the owner, and since when. */
  Decision decision();

  /** What is promised of the job's effects. */
  Effects effects();

  /** The word for it: {@code STARTED}, {@code ALREADY_RUNNING} and so on. */
  String word();

  /** One line for a person, without the key. */
  String explanation();

  /** The attempt that the request began; null if it began none. */
  default @Nullable Attempt attempt() {
    return null;
  }

  /** This pod works on it, for the first time. */
  record Started(RunKey key, Decision decision, Effects effects, Attempt attempt)
      implements Verdict {
    @Override
    public String word() {
      return "STARTED";
    }

    @Override
    public String explanation() {
      return "attempt %d under fence %d".formatted(attempt.number(), attempt.fence());
    }
  }

  /** This pod goes on with what an earlier attempt began. */
  record Resumed(RunKey key, Decision decision, Effects effects, Attempt attempt)
      implements Verdict {
    @Override
    public String word() {
      return "RESUMED";
    }

    @Override
    public String explanation() {
      return "attempt %d under fence %d".formatted(attempt.number(), attempt.fence());
    }
  }

  /** Its effects are committed. Nothing was touched. */
  record AlreadyCompleted(RunKey key, Decision decision, Effects effects) implements Verdict {
    @Override
    public String word() {
      return "ALREADY_COMPLETED";
    }

    @Override
    public String explanation() {
      return "completed by %s at %s".formatted(decision.owner(), decision.since());
    }
  }

  /** Somebody has it. */
  record AlreadyRunning(RunKey key, Decision decision, Effects effects, String explanation)
      implements Verdict {
    @Override
    public String word() {
      return "ALREADY_RUNNING";
    }
  }

  /** It may not run now, and asking again changes nothing until something else does. */
  record Blocked(RunKey key, Decision decision, Effects effects, String explanation)
      implements Verdict {
    @Override
    public String word() {
      return "BLOCKED";
    }
  }

  /** The database could not answer. Whether the run is done, or runs, is not known. */
  record Unavailable(RunKey key, Decision decision, Effects effects, String explanation)
      implements Verdict {
    @Override
    public String word() {
      return "UNAVAILABLE";
    }
  }
}
