package io.runledger.guard;

import io.runledger.run.AttemptStatus;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended.
 *
 * @param status never RUNNING
 * @param stoppedByPerson whether it is STOPPED because a person said so
 * @param message what went wrong; null if nothing did
 */
public record AttemptEnd(AttemptStatus status, boolean stoppedByPerson, @Nullable String message) {

  /** So many attempts lost in a row, without a chunk, are a run that kills its pods. */
  static final int LOST_IN_VAIN = 3;

  /** What fits in a row that people read; a stack trace belongs in the log. */
  private static final int LONGEST_MESSAGE = 2000;

  public AttemptEnd {
    if (status == AttemptStatus.RUNNING || (stoppedByPerson && status != AttemptStatus.STOPPED)) {
      throw new IllegalArgumentException(
          "An attempt does not end as %s, stopped by a person: %s."
              .formatted(status, stoppedByPerson));
    }
    message = message == null ? null : storable(message);
  }

  public static AttemptEnd completed() {
    return new AttemptEnd(AttemptStatus.COMPLETED, false, null);
  }

  public static AttemptEnd failed(String message) {
    return new AttemptEnd(AttemptStatus.FAILED, false, message);
  }

  public static AttemptEnd lost(String why) {
    return new AttemptEnd(AttemptStatus.LOST, false, why);
  }

  /** The run kills whoever works on it; a person has to look. */
  static AttemptEnd poisoned() {
    return failed(
        "%d attempts in a row were lost without one committed chunk, so nobody tries again unasked; find out what ended their pods, then ask for the run by hand"
            .formatted(LOST_IN_VAIN));
  }

  /** PostgreSQL's text takes no NUL; a message that cannot be stored must not keep a run open. */
  private static String storable(String message) {
    String clean = message.replace('\u0000', '\uFFFD');
    if (clean.length() <= LONGEST_MESSAGE) {
      return clean;
    }
    boolean cutsPair = Character.isHighSurrogate(clean.charAt(LONGEST_MESSAGE - 1));
    return clean.substring(0, cutsPair ? LONGEST_MESSAGE - 1 : LONGEST_MESSAGE);
  }
}
