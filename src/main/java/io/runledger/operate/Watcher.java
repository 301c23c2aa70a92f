package io.runledger.operate;

import io.runledger.run.Verdict;

/** Is told how a request goes, while whoever asked waits; on the waiting thread. */
public interface Watcher {

  /**
   * There is an answer: the first, or another one since the run had to be asked for again. With
   * STARTED or RESUMED the work has begun.
   */
  void answered(Verdict verdict);

  /** The waiting is over. */
  void ended(Outcome outcome);
}
