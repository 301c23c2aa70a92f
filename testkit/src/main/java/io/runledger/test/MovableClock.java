package io.runledger.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that stands still until a test moves it, forwards or back. Safe for use by many threads.
 */
public final class MovableClock extends Clock {

  private final Hand hand;
  private final ZoneId zone;

  private MovableClock(Hand hand, ZoneId zone) {
    this.hand = hand;
    this.zone = zone;
  }

  /** A clock at this instant, in UTC. */
  public static MovableClock at(Instant instant) {
    return new MovableClock(new Hand(instant), ZoneOffset.UTC);
  }

  /** Moves the clock to this instant. */
  public void set(Instant instant) {
    hand.moveTo(instant);
  }

  /**
   * Moves the clock on.
   *
   * @param step a negative one moves it back
   * @return the new time
   */
  public Instant advance(Duration step) {
    return hand.moveBy(step);
  }

  @Override
  public Instant instant() {
    return hand.instant();
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  /** The same clock seen from another zone: who moves one moves both. */
  @Override
  public MovableClock withZone(ZoneId zone) {
    return new MovableClock(hand, zone);
  }

  /** The time, common to a clock and its views from other zones. */
  private static final class Hand {
    private Instant instant;

    Hand(Instant instant) {
      this.instant = instant;
    }

    synchronized Instant instant() {
      return instant;
    }

    synchronized void moveTo(Instant other) {
      instant = other;
    }

    synchronized Instant moveBy(Duration step) {
      instant = instant.plus(step);
      return instant;
    }
  }
}
