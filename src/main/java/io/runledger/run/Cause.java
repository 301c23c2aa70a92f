package io.runledger.run;

import org.jspecify.annotations.Nullable;

/**
 * Why a run is asked for.
 *
 * @param kind what asks
 * @param actor the person who asks; present exactly for {@link Kind#PERSON}
 * @param reason what the person gives as the reason, if anything
 */
public record Cause(Kind kind, @Nullable String actor, @Nullable String reason) {

  /** What can ask for a run. */
  public enum Kind {
    /** A date fell due. */
    SCHEDULE,
    /** A date was due while nobody was there. */
    CATCH_UP,
    /** A run lost its pod, or was stopped by the shutdown of one. */
    RECOVERY,
    /** The job's settings say that a failed run is to be tried again. */
    RETRY,
    /** A person pressed "run". */
    PERSON
  }

  /** Refuses a person without a name, a name without a person, and control characters. */
  public Cause {
    if ((kind == Kind.PERSON) != (actor != null && !actor.isBlank())) {
      throw new IllegalArgumentException(
          "The cause %s has the actor '%s'; a person has a name, and nobody else has."
              .formatted(kind, actor));
    }
    TextLine.check("actor", actor);
    TextLine.check("reason", reason);
  }

  public static Cause schedule() {
    return new Cause(Kind.SCHEDULE, null, null);
  }

  public static Cause catchUp() {
    return new Cause(Kind.CATCH_UP, null, null);
  }

  public static Cause retry() {
    return new Cause(Kind.RETRY, null, null);
  }

  public static Cause recovery() {
    return new Cause(Kind.RECOVERY, null, null);
  }

  public static Cause person(String actor, @Nullable String reason) {
    return new Cause(Kind.PERSON, actor, reason);
  }

  public boolean isPerson() {
    return kind == Kind.PERSON;
  }

  @Override
  public String toString() {
    return actor == null ? kind.name() : kind + " " + actor;
  }
}
