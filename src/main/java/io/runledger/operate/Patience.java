package io.runledger.operate;

/** How long whoever asks for a run stays. */
public enum Patience {
  /** Until the run has ended, if it works here. */
  OWN,
  /** Until the run has ended, wherever it works; if its pod dies, it is asked for again. */
  ANY
}
