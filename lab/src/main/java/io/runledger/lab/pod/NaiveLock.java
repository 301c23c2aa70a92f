package io.runledger.lab.pod;

/** A lock of the naive runners. It belongs to the thread that took it. */
interface NaiveLock {

  /** Waits until it is ours. */
  void lock() throws Exception;

  /** Takes it if it is free. */
  boolean tryLock() throws Exception;

  void unlock() throws Exception;
}
