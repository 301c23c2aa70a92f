package io.runledger.lab.model;

import java.util.Set;

/**
 * What is explored: how much there is of everything, and what is wrong with the protocol.
 *
 * @param pods 1 to 3
 * @param runs 1, or 2 that share their lock names
 * @param chunks 1 to 3, in each run
 * @param locks 1, or 2: the pods disagree on the lock name, as in the middle of a deployment
 * @param reopening whether a person reopens what is COMPLETED; not where pods disagree
 * @param people whether attempts fail or are stopped, and people ask for runs
 * @param punctual whether a lease ends only after its owner is gone; safety must not need it
 * @param flaws what is left out or done wrongly
 */
record World(
    int pods,
    int runs,
    int chunks,
    int locks,
    boolean reopening,
    boolean people,
    boolean punctual,
    Set<Flaw> flaws) {

  World {
    if (pods < 1 || pods > 3 || runs < 1 || runs > 2 || chunks < 1 || chunks > 3) {
      throw new IllegalArgumentException(
          "%d pods, %d runs and %d chunks cannot be explored; there may be 3, 2 and 3 at most."
              .formatted(pods, runs, chunks));
    }
    if (locks < 1 || locks > 2 || (locks == 2 && reopening)) {
      throw new IllegalArgumentException(
          "%d lock names%s cannot be explored; there may be 2, and no reopening then."
              .formatted(locks, reopening ? " with reopening" : ""));
    }
    flaws = Set.copyOf(flaws);
  }

  /** One run that pods agree on, with everything that can happen to it. */
  static World of(int pods, int chunks) {
    return new World(pods, 1, chunks, 1, true, true, false, Set.of());
  }

  /** Two runs, of two jobs say, that write the same data and share a lock name. */
  World sharing() {
    return new World(pods, 2, chunks, locks, false, false, punctual, flaws);
  }

  World disagreeing() {
    return new World(pods, runs, chunks, 2, false, people, punctual, flaws);
  }

  /** Nothing fails or is stopped. */
  World withoutFailures() {
    return new World(pods, runs, chunks, locks, reopening, false, punctual, flaws);
  }

  World withoutPeople() {
    return new World(pods, runs, chunks, locks, false, false, punctual, flaws);
  }

  World onTime() {
    return new World(pods, runs, chunks, locks, reopening, people, true, flaws);
  }

  World with(Set<Flaw> wrong) {
    return new World(pods, runs, chunks, locks, reopening, people, punctual, wrong);
  }

  boolean has(Flaw flaw) {
    return flaws.contains(flaw);
  }

  /** All effects of a run. */
  int everything() {
    return (1 << chunks) - 1;
  }
}
