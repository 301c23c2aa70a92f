package io.runledger.guard;

import io.runledger.run.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * A run in the hands of a new attempt.
 *
 * @param attempt whose it is now
 * @param insteadOfWork how the attempt is to end without having worked, once what its predecessors
 *     left is cleaned up; null if it is to work
 */
record Claim(Attempt attempt, @Nullable AttemptEnd insteadOfWork) {}
