package io.runledger.guard;

import io.runledger.run.Attempt;

/**
 * The attempt may not write any more: another was granted a higher fence, or its own lease ran out
 * unconfirmed. The transaction it is thrown in rolls back.
 */
public final class AttemptLostException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  AttemptLostException(Attempt attempt, String why) {
    super(
        "%s: attempt %d under fence %d is lost and may not write: %s. This transaction rolls back."
            .formatted(attempt.key(), attempt.number(), attempt.fence(), why));
  }
}
