package io.runledger.lab.pod;

/** For those who have none. */
final class NoLock implements NaiveLock {

  @Override
  public void lock() {}

  @Override
  public boolean tryLock() {
    return true;
  }

  @Override
  public void unlock() {}
}
