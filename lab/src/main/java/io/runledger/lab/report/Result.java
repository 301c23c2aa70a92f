package io.runledger.lab.report;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Outcome;

/** What became of one night of the programme. */
public sealed interface Result {

  /** The fault. */
  Drill drill();

  /** The guard that met it. */
  Guard guard();

  /** It was played to its end. */
  record Played(Drill drill, Guard guard, Outcome outcome) implements Result {}

  /**
   * It could not be played, and says nothing about its guard.
   *
   * @param reason in a line
   */
  record Unplayed(Drill drill, Guard guard, String reason) implements Result {}
}
