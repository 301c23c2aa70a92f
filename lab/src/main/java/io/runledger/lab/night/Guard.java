package io.runledger.lab.night;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What stands between the pods and a night's job. Only {@link #FULL} is the framework's. */
public enum Guard {
  /** Nothing: every pod runs. */
  NONE("none"),
  /** A lock in Redis, as people write it. */
  REDIS("redis"),
  /** The same, and a lease in the database that is taken by node, as ShedLock's is. */
  REDIS_LEASE("redis+lease"),
  /** Runledger: filter, lease, ledger, and the fence in each transaction. */
  FULL("full");

  private final String word;

  Guard(String word) {
    this.word = word;
  }

  /**
   * The guard of this name.
   *
   * @throws IllegalArgumentException naming all, if there is none
   */
  public static Guard of(String word) {
    return Arrays.stream(values())
        .filter(guard -> guard.word.equals(word))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no guard '%s'. The guards are %s."
                        .formatted(
                            word,
                            Arrays.stream(values())
                                .map(Guard::toString)
                                .collect(Collectors.joining(", ")))));
  }

  @Override
  public String toString() {
    return word;
  }
}
