package io.runledger.guard;

import io.runledger.run.Verdict;

/** What the chain says: an attempt may work, or why none may. */
public sealed interface Passage {

  /** What whoever asked is told. */
  Verdict verdict();

  /**
   * The run is this attempt's. Whoever gets it works, unless {@link LiveAttempt#insteadOfWork} says
   * how it is to end without, and then calls {@link Grants#finish}.
   *
   * @param verdict STARTED or RESUMED; BLOCKED if it is not to work
   * @param attempt what may work
   */
  record Granted(Verdict verdict, LiveAttempt attempt) implements Passage {}

  /** No attempt was begun; everything taken on the way was given back. */
  record Answered(Verdict verdict) implements Passage {}
}
