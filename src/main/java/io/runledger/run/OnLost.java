package io.runledger.run;

/** What becomes of a run whose pod died or froze in the middle of it. */
public enum OnLost {
  /** Another pod resumes it, from the last committed chunk. */
  RESUME,
  /** It is left as it is, with an alarm, until a person resumes or stops it. */
  LEAVE
}
