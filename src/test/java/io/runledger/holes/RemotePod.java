package io.runledger.holes;

import io.runledger.test.ChildPod;
import java.time.Duration;

/** A pod in a JVM of its own, which is killed or frozen at its point. */
final class RemotePod {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final ChildPod child;
  private final Runnable gate;

  RemotePod(ChildPod child, Runnable gate) {
    this.child = child;
    this.gate = gate;
  }

  void awaitUp() {
    child.awaitLine("up"::equals, LIMIT);
  }

  void awaitPoint(String point) {
    child.awaitLine(("at " + point)::equals, LIMIT);
  }

  /** Waits until it has begun to shut down. */
  void awaitLeaving() {
    child.awaitLine("leaving"::equals, LIMIT);
  }

  void isKilled() {
    child.kill();
  }

  void isFrozen() {
    child.freeze();
  }

  /** SIGTERM. */
  void isToldToEnd() {
    child.terminate();
  }

  /** Lets it go on from its point. */
  void goesOn() {
    gate.run();
  }

  /** Waits until its process has ended by itself. */
  void awaitExit() {
    int unused = child.awaitExit(LIMIT);
  }

  void isKilledAt(String point) {
    child.awaitLine(("at " + point)::equals, LIMIT);
    child.kill();
  }

  void isFrozenAt(String point) {
    child.awaitLine(("at " + point)::equals, LIMIT);
    child.freeze();
  }

  /** Wakes up where it was frozen, and goes on. */
  void wakes() {
    gate.run();
    child.thaw();
  }

  void awaitEnd(String status) {
    child.awaitLine(("end " + status)::equals, LIMIT);
  }
}
