package io.runledger.lab.pod;

/** What a naive runner does about a date that may be done already. */
public enum Habit {
  /**
   * It waits for the lock, then looks whether the date is done, and works on the items that have no
   * effect yet: as careful as people get.
   */
  LOOKS_FIRST,
  /**
   * It tries the lock once, and whoever gets it does the whole date: the lock is there for that.
   */
  TRUSTS_THE_LOCK
}
