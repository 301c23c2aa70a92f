package io.runledger.lab.model;

import java.util.Arrays;

/** What must hold whatever happens. */
enum Invariant {
  /** The promise itself. */
  EFFECT_ONCE("each item's effect is committed at most once per generation"),
  NO_OLD_FENCE("nothing is committed under a fence after a higher one was claimed"),
  COMPLETED_ONCE("a run is COMPLETED once per generation, and only a reopening leaves that state"),
  COMPLETED_IS_COMPLETE("a run that is COMPLETED has all its effects"),
  FAILED_BY_THE_JOB("a run is FAILED only if its job threw"),
  /** Not safety: what the lease is for. Looked at where leases never end early. */
  ORDER("no attempt loses its lease to another while it keeps it in time"),
  /** Liveness, as far as a graph shows it: that the end can be reached, not that it is. */
  PROGRESS(
      "each pod alone can complete the run, wherever the others froze for ever, with Redis always BUSY");

  private final String words;

  Invariant(String words) {
    this.words = words;
  }

  /** In a set of them. */
  int bit() {
    return 1 << Constant.number(this);
  }

  /** The first of a set. */
  static Invariant first(int bits) {
    return Arrays.stream(values()).filter(one -> (one.bit() & bits) != 0).findFirst().orElseThrow();
  }

  String words() {
    return words;
  }
}
