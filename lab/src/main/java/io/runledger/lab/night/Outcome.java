package io.runledger.lab.night;

import java.time.Duration;
import java.util.List;

/**
 * How a night came out.
 *
 * @param drill which fault
 * @param guard which guard met it
 * @param effects how many were committed, doubles included
 * @param doubleEffects how many of them an item already had
 * @param datesLost how many dates were not complete when the night ended
 * @param standStill the longest time in which nothing was committed although the date was open
 * @param beyondThePromise whether the fault is one against which nothing is promised
 * @param why in a sentence, where the figures come from
 * @param moments the night's events
 */
public record Outcome(
    String drill,
    Guard guard,
    long effects,
    long doubleEffects,
    long datesLost,
    Duration standStill,
    boolean beyondThePromise,
    String why,
    List<Moment> moments) {

  /** Whether money moved twice or not at all. */
  public boolean isHarmless() {
    return doubleEffects == 0 && datesLost == 0;
  }
}
