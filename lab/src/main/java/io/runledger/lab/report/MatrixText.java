package io.runledger.lab.report;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The matrix for a terminal, and under it why some of its cells are bad. */
public final class MatrixText {

  private static final int WIDTH = 21;

  private final Matrix matrix;
  private final int names;

  private MatrixText(Matrix matrix) {
    this.matrix = matrix;
    this.names =
        Math.max(
            "nights without harm".length(),
            matrix.drills().stream().mapToInt(drill -> drill.name().length() + 2).max().orElse(0));
  }

  /** Its lines. */
  public static List<String> of(Matrix matrix) {
    return new MatrixText(matrix).lines();
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Fault x guard: effects written twice / dates lost / longest stand-still in seconds of the"
            + " played night (scale %s)".formatted(matrix.scale()));
    lines.add("");
    lines.add(row("", matrix.guards().stream().map(Guard::toString).toList()));
    for (Drill drill : matrix.drills()) {
      lines.add(
          row(
              drill.name() + (drill.beyondThePromise() ? " *" : ""),
              matrix.guards().stream().map(guard -> cell(drill, guard)).toList()));
    }
    lines.add(row("nights without harm", matrix.guards().stream().map(matrix::harmless).toList()));
    lines.add("");
    lines.add("! money moved twice, or a date was not complete when its night ended");
    if (matrix.drills().stream().anyMatch(Drill::beyondThePromise)) {
      lines.add("* the limit of the promise: against this fault nothing is promised");
    }
    matrix.guards().stream()
        .filter(guard -> guard != Guard.NONE && !matrix.outcomes(guard).isEmpty())
        .forEach(guard -> explain(guard, lines));
    return lines;
  }

  private String row(String name, List<String> cells) {
    return (("%-" + names + "s").formatted(name)
            + cells.stream()
                .map(cell -> ("  %-" + WIDTH + "s").formatted(cell))
                .collect(Collectors.joining()))
        .stripTrailing();
  }

  private String cell(Drill drill, Guard guard) {
    return matrix.at(drill, guard).map(MatrixText::cell).orElse("-");
  }

  private static String cell(Result result) {
    if (!(result instanceof Result.Played played)) {
      return "not played";
    }
    Outcome night = played.outcome();
    return "%s%4d / %d / %5s"
        .formatted(
            night.isHarmless() ? " " : "!",
            night.doubleEffects(),
            night.datesLost(),
            Seconds.tenths(night.standStill()));
  }

  private void explain(Guard guard, List<String> lines) {
    List<Outcome> harmed =
        matrix.outcomes(guard).stream().filter(night -> !night.isHarmless()).toList();
    lines.add("");
    lines.add(
        harmed.isEmpty()
            ? "%s let nothing through: %s nights without harm."
                .formatted(guard, matrix.harmless(guard))
            : "What %s let through, and why:".formatted(guard));
    harmed.forEach(
        night ->
            lines.add(
                "  %s%s: %s"
                    .formatted(night.drill(), night.beyondThePromise() ? " *" : "", night.why())));
  }
}
