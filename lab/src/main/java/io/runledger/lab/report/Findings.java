package io.runledger.lab.report;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Whether the nights showed what the lab is there to show. */
public final class Findings {

  private Findings() {}

  /**
   * What is wrong, a line each; empty if all is as promised.
   *
   * @param whole whether the matrix has all drills and all guards: then doubles must appear under
   *     {@link Guard#REDIS}
   */
  public static List<String> of(Matrix matrix, boolean whole) {
    List<String> wrong = new ArrayList<>();
    matrix.unplayed().forEach(night -> wrong.add(notPlayed(night)));
    brokenPromises(matrix).forEach(night -> wrong.add(broken(night)));
    if (whole && !doubles(matrix.outcomes(Guard.REDIS))) {
      wrong.add(
          "No night under guard redis wrote an effect twice, so the drills prove nothing about the"
              + " other guards. A machine too busy for the nights' times does that: play with a"
              + " smaller --parallel, or a --scale nearer to 1.");
    }
    return wrong;
  }

  private static String notPlayed(Result.Unplayed night) {
    return "%s under guard %s was not played, and counts for nothing: %s"
        .formatted(night.drill().name(), night.guard(), night.reason());
  }

  private static Stream<Outcome> brokenPromises(Matrix matrix) {
    return matrix.outcomes(Guard.FULL).stream()
        .filter(night -> !night.isHarmless() && !night.beyondThePromise());
  }

  private static String broken(Outcome night) {
    return "%s under guard full: %d effects twice, %d dates lost. That is a broken promise of Runledger."
        .formatted(night.drill(), night.doubleEffects(), night.datesLost());
  }

  private static boolean doubles(List<Outcome> outcomes) {
    return outcomes.stream().anyMatch(night -> night.doubleEffects() > 0);
  }
}
