package io.runledger.simulation;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which mishaps a night has, and where: any wait may be met. */
final class Mishaps {

  /** Of ten thousand waits. A night has a few hundred. */
  private static final int ODDS = 150;

  /** Of ten thousand waits in the middle of a transaction that writes effects. */
  private static final int ODDS_AT_WORK = 1_200;

  private static final List<Mishap> ALL = List.of(Mishap.values());

  private final Chance chance;
  private final Map<Mishap, Integer> met = new EnumMap<>(Mishap.class);
  private int left;

  Mishaps(Chance chance) {
    this.chance = chance;
    this.left = chance.upTo(5);
  }

  /** What meets this wait; mostly nothing. */
  Optional<Mishap> next(boolean isAtWork) {
    if (left == 0 || !chance.tenThousandths(isAtWork ? ODDS_AT_WORK : ODDS)) {
      return Optional.empty();
    }
    left--;
    Mishap mishap = chance.oneOf(ALL);
    met.merge(mishap, 1, Integer::sum);
    return Optional.of(mishap);
  }

  /** From now on nothing goes wrong. */
  void end() {
    left = 0;
  }

  Map<Mishap, Integer> met() {
    return met;
  }
}
