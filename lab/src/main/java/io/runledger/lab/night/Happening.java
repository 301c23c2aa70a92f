package io.runledger.lab.night;

/** The kinds of events in a night. */
public enum Happening {
  /** Something worth knowing. */
  NOTE,
  /** What the drill does to servers and pods. */
  FAULT,
  /** A pod may run. */
  GRANTED,
  /** A pod may not run, or not yet. */
  REFUSED,
  /** A pod learned that what it was granted is gone. */
  LOST,
  /** A chunk of effects was committed. */
  EFFECT,
  /** A pod is through with the date. */
  ENDED,
  /** A pod gave up with an error. */
  FAILED,
  /** A line of a library's own log. */
  LOG
}
