package io.runledger.guard;

import java.util.UUID;

/**
 * A lock in the hands of one attempt.
 *
 * @param lockName what is locked
 * @param attempt by whom
 */
record Hold(String lockName, UUID attempt) {

  /** The attempt as Redisson wants an owner, where it would otherwise write a thread's number. */
  long owner() {
    return attempt.getMostSignificantBits() ^ attempt.getLeastSignificantBits();
  }
}
