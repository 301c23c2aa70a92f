package io.runledger.batch;

import io.runledger.run.Attempt;

/**
 * How a job undoes a run, so that a completed date can be reopened and run again. A job has at most
 * one, as a bean; one without it cannot be reopened.
 *
 * <p>It is the first step of the new generation, done once, in one transaction under the fence; it
 * is not called again when the run is resumed. Undo with contra entries, valued as what they undo
 * and linked to it; delete nothing that anybody may have seen.
 */
public interface Reversal {

  /** The job whose runs it undoes. */
  String job();

  /**
   * Undoes what the generation before the attempt's own has committed, which need not be all of its
   * work: a later date that had failed half-way is reopened with the date it builds on.
   *
   * @param attempt works on the new generation; key, covered days and fence are its own
   * @throws RuntimeException if it cannot be undone; nothing of it is committed then, and the run
   *     fails
   */
  void reverse(Attempt attempt);
}
