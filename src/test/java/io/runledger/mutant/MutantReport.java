package io.runledger.mutant;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The mutants of a run with what came of each, as a table in Markdown. */
final class MutantReport {

  private record Line(Mutant mutant, Finding finding) {}

  private final List<Line> lines = new ArrayList<>();

  void add(Mutant mutant, Finding finding) {
    lines.add(new Line(mutant, finding));
  }

  /** Those that no test was red for, each with what came of it instead. */
  List<String> uncaught() {
    return lines.stream()
        .filter(line -> !line.finding().isCaught())
        .map(
            line ->
                "%s: %s, %s"
                    .formatted(line.mutant().name(), line.finding().kind(), line.finding().said()))
        .toList();
  }

  String markdown() {
    return """
        | mutant | what is broken | caught by | s |
        | --- | --- | --- | --- |
        """
        + lines.stream().map(MutantReport::row).collect(Collectors.joining());
  }

  private static String row(Line line) {
    return "| `%s` | %s | %s | %s |%n"
        .formatted(
            line.mutant().name(),
            line.mutant().what(),
            by(line.finding()),
            line.finding().seconds());
  }

  private static String by(Finding finding) {
    String first = finding.said().split(" ", 2)[0];
    return switch (finding.kind()) {
      case RED -> "`" + first + "`";
      case HANGS -> "the limit: a test hangs";
      case GREEN -> "**nobody**";
      case BROKEN -> "**not tried**";
    };
  }
}
