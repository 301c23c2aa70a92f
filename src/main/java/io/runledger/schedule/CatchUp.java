package io.runledger.schedule;

/** What becomes of dates that fell due while nobody could run them. */
public enum CatchUp {

  /** All are run, oldest first, one at a time. */
  ALL,

  /** Only the latest is run; those before it are recorded as MISSED. */
  LATEST,

  /** None is run: a date is recorded as MISSED once the next one is due. */
  NONE
}
