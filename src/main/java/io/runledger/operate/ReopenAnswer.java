package io.runledger.operate;

import io.runledger.run.RunKey;
import java.util.List;

/**
 * What whoever reopens a run is told.
 *
 * @param key the run
 * @param word the answer in a word
 * @param runs the runs that are reopened now, in the order in which they run; of one that is
 *     BLOCKED since later ones stand on it, those
 * @param explanation one line for a person, without the key
 */
public record ReopenAnswer(RunKey key, Word word, List<RunKey> runs, String explanation) {

  /** The answer in a word. */
  public enum Word {
    /** They are to be undone and run again; whichever worker comes first does it. */
    REOPENED,
    /** It was reopened before, and has not run again yet. */
    ALREADY_REOPENED,
    /** Somebody works under its lock; nothing was changed. */
    ALREADY_RUNNING,
    /** It cannot be reopened as it was asked for; nothing was changed. */
    BLOCKED
  }

  public ReopenAnswer {
    runs = List.copyOf(runs);
  }

  /** Whether there is something to undo and to run again. */
  public boolean isOpen() {
    return word == Word.REOPENED || word == Word.ALREADY_REOPENED;
  }

  static ReopenAnswer blocked(RunKey key, String why) {
    return new ReopenAnswer(key, Word.BLOCKED, List.of(), why);
  }
}
