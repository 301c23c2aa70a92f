package io.runledger.operate;

import io.runledger.run.Cause;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who asks, and why. Both are kept with what is asked for.
 *
 * @param actor the person's login, not blank
 * @param reason what the person gives as the reason, if anything
 */
public record Person(String actor, @Nullable String reason) {

  /** Refuses a person without a name, and what the ledger could not store or a table not show. */
  public Person {
    if (actor.isBlank()) {
      throw new IllegalArgumentException("The actor is blank; say who asks.");
    }
    Stream.of(actor, reason == null ? "" : reason)
        .filter(text -> text.chars().anyMatch(Character::isISOControl))
        .forEach(
            text -> {
              throw new IllegalArgumentException(
                  "The actor '%s' or the reason '%s' has control characters; remove them."
                      .formatted(actor, reason));
            });
  }

  Cause cause() {
    return Cause.person(actor, reason);
  }
}
