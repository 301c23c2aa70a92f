package io.runledger.guard;

import io.runledger.run.Attempt;
import java.util.UUID;

/** The {@code application_name} of a guarded transaction's session. */
final class SessionTag {

  private static final String PREFIX = "rl:";

  private SessionTag() {}

  /** At most 59 bytes, where PostgreSQL cuts at 63. */
  static String of(Attempt attempt) {
    return PREFIX + attempt.id() + ":" + attempt.fence();
  }

  /** A LIKE pattern for all sessions of an attempt. */
  static String pattern(UUID attempt) {
    return PREFIX + attempt + ":%";
  }
}
