package io.runledger.guard;

/** One node's answer to a question, or the majority's. */
enum Vote {
  YES,
  NO,
  /** No answer in time, or an error. */
  UNKNOWN
}
