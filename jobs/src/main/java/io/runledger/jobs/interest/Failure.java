package io.runledger.jobs.interest;

/**
 * A row of {@code interest_failure}: an account that the run could not work with.
 *
 * @param reason what is wrong with it
 * @param whatToDo before the run is asked for again
 */
record Failure(long accountId, String reason, String whatToDo) {}
