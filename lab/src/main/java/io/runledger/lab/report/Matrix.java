package io.runledger.lab.report;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Outcome;
import io.runledger.lab.night.Scale;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Fault by guard.
 *
 * @param scale at which all nights were played
 * @param results in the order of the drills
 */
public record Matrix(Scale scale, List<Result> results) {

  /** Keeps a copy. */
  public Matrix {
    results = List.copyOf(results);
  }

  /** Its rows. */
  public List<Drill> drills() {
    return results.stream().map(Result::drill).distinct().toList();
  }

  /** Its columns, the weakest guard first. */
  public List<Guard> guards() {
    return Arrays.stream(Guard.values())
        .filter(guard -> results.stream().anyMatch(result -> result.guard() == guard))
        .toList();
  }

  /** What became of this night; empty if it is no part of the programme. */
  public Optional<Result> at(Drill drill, Guard guard) {
    return results.stream()
        .filter(result -> result.drill().equals(drill) && result.guard() == guard)
        .findFirst();
  }

  /** All that were played. */
  public List<Outcome> outcomes() {
    return results.stream()
        .filter(Result.Played.class::isInstance)
        .map(result -> ((Result.Played) result).outcome())
        .toList();
  }

  /** All that were played against this guard. */
  public List<Outcome> outcomes(Guard guard) {
    return outcomes().stream().filter(outcome -> outcome.guard() == guard).toList();
  }

  /** All that were not. */
  public List<Result.Unplayed> unplayed() {
    return results.stream()
        .filter(Result.Unplayed.class::isInstance)
        .map(Result.Unplayed.class::cast)
        .toList();
  }

  /** How many of the nights that were played against this guard hurt nobody: "3 of 4". */
  String harmless(Guard guard) {
    List<Outcome> outcomes = outcomes(guard);
    return "%d of %d"
        .formatted(outcomes.stream().filter(Outcome::isHarmless).count(), outcomes.size());
  }
}
