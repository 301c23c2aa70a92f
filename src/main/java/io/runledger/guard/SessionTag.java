package io.runledger.guard;

import io.runledger.run.Attempt;

/** The {@code application_name} of a guarded transaction's session. */
final class SessionTag {

  /** A regular expression of PostgreSQL's: its group is the attempt's id, if this is such a tag. */
  static final String ATTEMPT = "^rl:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):";

  private static final String PREFIX = "rl:";

  private SessionTag() {}

  /** At most 59 bytes, where PostgreSQL cuts at 63. */
  static String of(Attempt attempt) {
    return PREFIX + attempt.id() + ":" + attempt.fence();
  }
}
