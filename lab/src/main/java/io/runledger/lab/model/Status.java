package io.runledger.lab.model;

/** What a row of {@code batch_run} says. */
enum Status {
  /** There is no row. */
  ABSENT,
  RUNNING,
  COMPLETED,
  FAILED,
  /** By a shutdown: anybody resumes it. */
  STOPPED,
  /** A person resumes it. */
  STOPPED_BY_PERSON,
  REOPENED;

  private static final Status[] ALL = values();

  static Status at(int number) {
    return ALL[number];
  }
}
