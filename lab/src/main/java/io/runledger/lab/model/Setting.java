package io.runledger.lab.model;

import java.util.EnumSet;
import java.util.Set;

/** The worlds that are explored to the end, each with what is looked at in it. */
enum Setting {
  /** Everything that can happen to one run, reopening too; and each pod alone gets through. */
  TWO_PODS("2 pods, 2 chunks, people, reopening"),

  /** A third pod meets what the first two left. */
  THREE_PODS("3 pods, 2 chunks"),

  /** Two jobs that write the same data: no commit of one after the other was claimed. */
  SHARED_LOCK("2 pods, 2 runs that share a lock name"),

  /** As in the middle of a deployment that changes {@code runledger.jobs.<job>.lock}. */
  TWO_LOCK_NAMES("2 pods that disagree on the lock name, people"),

  /** The one setting where the lease can be relied on: what it is there for. */
  PUNCTUAL("2 pods, 2 chunks, people, reopening, no lease ends before its owner");

  private final String words;

  Setting(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  World world() {
    return switch (this) {
      case TWO_PODS -> World.of(2, 2);
      case THREE_PODS -> World.of(3, 2).withoutPeople();
      case SHARED_LOCK -> World.of(2, 1).sharing();
      case TWO_LOCK_NAMES -> World.of(2, 1).disagreeing();
      case PUNCTUAL -> World.of(2, 2).onTime();
    };
  }

  /** What is looked at: safety everywhere. */
  Set<Invariant> invariants() {
    Set<Invariant> looked = EnumSet.complementOf(EnumSet.of(Invariant.ORDER, Invariant.PROGRESS));
    switch (this) {
      case TWO_PODS, TWO_LOCK_NAMES -> looked.add(Invariant.PROGRESS);
      case PUNCTUAL -> looked.add(Invariant.ORDER);
      case THREE_PODS, SHARED_LOCK -> {
        // Pods are interchangeable there: half the states, or a sixth.
      }
    }
    return looked;
  }
}
