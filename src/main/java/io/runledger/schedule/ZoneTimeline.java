package io.runledger.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the local times of a zone become instants by java.time's rules. Both of them, the gap that
 * moves a time on and the overlap that takes the first, come down to one: a local time before a
 * transition's later edge has the offset before it.
 */
final class ZoneTimeline {

  /**
   * A stretch of local times that one offset applies to.
   *
   * @param begin inclusive
   * @param end exclusive
   */
  record Stretch(LocalDateTime begin, LocalDateTime end, ZoneOffset offset) {}

  private final ZoneRules rules;

  ZoneTimeline(ZoneId zone) {
    this.rules = zone.getRules();
  }

  /** The stretches from one local time, inclusive, to another, exclusive. */
  List<Stretch> stretches(LocalDateTime begin, LocalDateTime end) {
    ZoneOffset offset = rules.getOffset(begin);
    ZoneOffsetTransition transition = rules.getTransition(begin);
    if (transition == null) {
      transition = rules.nextTransition(begin.toInstant(offset));
    }
    if (transition == null || !edge(transition).isBefore(end)) {
      return List.of(new Stretch(begin, end, offset));
    }
    List<Stretch> stretches = new ArrayList<>();
    LocalDateTime at = begin;
    while (transition != null && edge(transition).isBefore(end)) {
      stretches.add(new Stretch(at, edge(transition), transition.getOffsetBefore()));
      at = edge(transition);
      offset = transition.getOffsetAfter();
      transition = rules.nextTransition(transition.getInstant());
    }
    stretches.add(new Stretch(at, end, offset));
    return stretches;
  }

  private static LocalDateTime edge(ZoneOffsetTransition transition) {
    return transition.isGap() ? transition.getDateTimeAfter() : transition.getDateTimeBefore();
  }

  ZoneOffset offset(Instant instant) {
    return rules.getOffset(instant);
  }

  /** The first change of offset after an instant; null if there is none. */
  @Nullable ZoneOffsetTransition nextTransition(Instant instant) {
    return rules.nextTransition(instant);
  }

  /** When the clocks of the zone first show this time, or one after it. */
  Instant firstReached(LocalDateTime local) {
    ZoneOffsetTransition transition = rules.getTransition(local);
    return transition != null && transition.isGap()
        ? transition.getInstant()
        : local.toInstant(rules.getOffset(local));
  }

  /** From when on the clocks of the zone never again show a time before this one. */
  Instant left(LocalDateTime local) {
    ZoneOffsetTransition transition = rules.getTransition(local);
    return transition != null && transition.isOverlap()
        ? local.toInstant(transition.getOffsetAfter())
        : firstReached(local);
  }
}
