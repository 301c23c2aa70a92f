package io.runledger.run;

/** What became of one try at a run. */
public enum AttemptStatus {
  /** It works, or died without a word. */
  RUNNING,
  /** It completed the run. */
  COMPLETED,
  /** It ended in an error of the job. */
  FAILED,
  /** It was stopped between two chunks. */
  STOPPED,
  /** It was superseded by an attempt with a higher fence; nothing it did since was committed. */
  LOST
}
