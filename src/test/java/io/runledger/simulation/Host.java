package io.runledger.simulation;

/** What lives, freezes and dies as a whole: a pod's JVM. */
final class Host {

  private final String name;
  private boolean dead;
  private long frozenUntil = Long.MIN_VALUE;

  Host(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  boolean isDead() {
    return dead;
  }

  void requireAlive() {
    if (dead) {
      throw new PodDiedError();
    }
  }

  /** When it moves again; a moment that has passed if it moves. */
  long frozenUntil() {
    return frozenUntil;
  }

  void freezeUntil(long moment) {
    frozenUntil = Math.max(frozenUntil, moment);
  }

  void thaw() {
    frozenUntil = Long.MIN_VALUE;
  }

  void die() {
    dead = true;
  }

  @Override
  public String toString() {
    return name;
  }
}
