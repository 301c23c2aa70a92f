package io.runledger.lab.report;

import io.runledger.lab.night.Outcome;
import io.runledger.lab.night.Scale;

/**
 * One night in the picture.
 *
 * @param tone its colour
 * @param figure what it says: "0", "120 twice", "date lost"
 * @param still how long the night stood still: "stood 1.2 s"
 * @param spoken the same as a sentence, for who cannot see it
 */
record Cell(Tone tone, String figure, String still, String spoken) {

  static Cell of(Result result, Scale scale) {
    Tone tone = Tone.of(result, scale);
    return result instanceof Result.Played played
        ? of(tone, played.outcome())
        : new Cell(tone, "not played", "", "The night was not played.");
  }

  private static Cell of(Tone tone, Outcome night) {
    String seconds = Seconds.tenths(night.standStill());
    return new Cell(
        tone,
        figure(night),
        "stood " + seconds + " s",
        "%d effects written twice, %d dates lost, stood still for %s seconds%s."
            .formatted(
                night.doubleEffects(),
                night.datesLost(),
                seconds,
                night.beyondThePromise() ? ", beyond the promise" : ""));
  }

  private static String figure(Outcome night) {
    String twice = night.doubleEffects() == 0 ? "" : night.doubleEffects() + " twice";
    if (night.datesLost() == 0) {
      return twice.isEmpty() ? "0" : twice;
    }
    return twice.isEmpty() ? "date lost" : twice + ", date lost";
  }
}
