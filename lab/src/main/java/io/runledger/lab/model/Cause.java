package io.runledger.lab.model;

/** Why a run is asked for. */
enum Cause {
  /** A round of the reconciler: {@code Cause.Kind.RECOVERY}, which skips the filter. */
  RECOVERY,
  /** A person, who also resumes what FAILED or was stopped by a person. */
  PERSON,
  /** A person who opens a completed run again: {@code Reopening.reopen}. */
  REOPEN;

  private static final Cause[] ALL = values();

  static Cause at(int number) {
    return ALL[number];
  }

  /** What {@code Ledger.claimable} and {@code Answers.byRow} let this cause claim. */
  boolean mayClaim(Status status) {
    return switch (status) {
      case ABSENT, RUNNING, STOPPED, REOPENED -> this != REOPEN;
      case FAILED, STOPPED_BY_PERSON -> this == PERSON;
      case COMPLETED -> this == REOPEN;
    };
  }
}
