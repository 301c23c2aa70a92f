package io.runledger.operate;

import io.runledger.run.Cause;
import io.runledger.run.TextLine;
import org.jspecify.annotations.Nullable;

/**
 * Who asks, and why. Both are kept with what is asked for.
 *
 * @param actor the person's login, not blank
 * @param reason what the person gives as the reason, if anything
 */
public record Person(String actor, @Nullable String reason) {

  /** Refuses a person without a name, and control characters. */
  public Person {
    if (actor.isBlank()) {
      throw new IllegalArgumentException("The actor is blank; say who asks.");
    }
    TextLine.check("actor", actor);
    TextLine.check("reason", reason);
  }

  Cause cause() {
    return Cause.person(actor, reason);
  }
}
