package io.runledger.lab.model;

/** How the work of an attempt ended, as it will stand in the ledger. */
enum Outcome {
  COMPLETED(Status.COMPLETED),
  FAILED(Status.FAILED),
  /** Spring Batch would not start it, or not let it go on; FAILED like any other failure. */
  REFUSED(Status.FAILED),
  STOPPED(Status.STOPPED),
  STOPPED_BY_PERSON(Status.STOPPED_BY_PERSON);

  private static final Outcome[] ALL = values();

  private final Status status;

  Outcome(Status status) {
    this.status = status;
  }

  static Outcome at(int number) {
    return ALL[number];
  }

  Status status() {
    return status;
  }
}
