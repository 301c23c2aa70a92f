package io.runledger.operate;

/**
 * What whoever holds or releases a job is told.
 *
 * @param job the job
 * @param word the answer in a word
 * @param explanation one line for a person, without the job
 */
public record HoldAnswer(String job, Word word, String explanation) {

  /** The answer in a word. */
  public enum Word {
    /** Nothing of it starts any more, on any pod; what runs goes on. */
    HELD,
    /** It was on hold already; who said so first is kept. */
    ALREADY_HELD,
    /** It runs again, and what fell due meanwhile is caught up as its settings say. */
    RELEASED,
    /** It was not on hold. */
    NOT_HELD
  }
}
