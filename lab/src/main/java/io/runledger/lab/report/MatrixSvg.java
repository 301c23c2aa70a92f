package io.runledger.lab.report;

import static io.runledger.lab.report.Markup.escape;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The matrix as a picture that stands alone, for a README. */
public final class MatrixSvg {

  private static final int NAMES = 250;
  private static final int COLUMN = 224;
  private static final int ROW = 34;
  private static final int HEAD = 104;
  private static final int FOOT = 58;

  private static final String STYLE =
      """
      text { font: 14px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1f2328; }
      .paper { fill: #ffffff; } .title { font-size: 17px; font-weight: 600; } .small { font-size: 11.5px; fill: #59636e; }
      .guard { font-weight: 600; } .total { font-weight: 600; } .line { stroke: #d1d9e0; }
      .safe { fill: #d3f0da; } .slow { fill: #ffe7ad; } .limit { fill: #e4d8f7; } .harm { fill: #c4252b; } .unplayed { fill: #e5e8eb; }
      .on-safe { fill: #0b4a20; } .on-slow { fill: #553700; } .on-limit { fill: #3f1d78; } .on-harm { fill: #ffffff; } .on-unplayed { fill: #374151; }
      .figure { font-weight: 600; } .still { font-size: 11.5px; }
      @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; } .paper { fill: #0d1117; } .small { fill: #9198a1; } .line { stroke: #3d444d; }
        .safe { fill: #12401f; } .slow { fill: #4a3300; } .limit { fill: #38275f; } .harm { fill: #b3261e; } .unplayed { fill: #2d333b; }
        .on-safe { fill: #a8e6b6; } .on-slow { fill: #ffd98a; } .on-limit { fill: #dccbff; } .on-harm { fill: #ffffff; } .on-unplayed { fill: #c9d1d9; }
      }
      """;

  private final Matrix matrix;
  private final List<Guard> guards;
  private final StringBuilder svg = new StringBuilder();

  private MatrixSvg(Matrix matrix) {
    this.matrix = matrix;
    this.guards = matrix.guards();
  }

  /** The document. */
  public static String of(Matrix matrix) {
    return new MatrixSvg(matrix).draw();
  }

  private String draw() {
    List<Drill> drills = matrix.drills();
    int width = 24 + NAMES + guards.size() * COLUMN;
    int height = HEAD + drills.size() * ROW + FOOT;
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-label="%3$s">
        <style>
        %4$s</style>
        <rect class="paper" width="%1$d" height="%2$d" rx="8"/>
        """
            .formatted(width, height, escape(spoken()), STYLE));
    text("title", 16, 30, "Postings written twice, by fault and guard");
    for (Guard guard : guards) {
      text("guard", x(guard) + 10, 58, guard.toString());
      text("small", x(guard) + 10, 74, GuardWords.of(guard));
      text("total", x(guard) + 10, 96, matrix.harmless(guard));
    }
    text("total", 16, 96, "nights without harm");
    for (int i = 0; i < drills.size(); i++) {
      row(drills.get(i), HEAD + i * ROW);
    }
    foot(height - FOOT);
    return svg.append("</svg>\n").toString();
  }

  private int x(Guard guard) {
    return 12 + NAMES + guards.indexOf(guard) * COLUMN;
  }

  private void row(Drill drill, int top) {
    text("name", 16, top + 22, drill.name() + (drill.beyondThePromise() ? " †" : ""));
    for (Guard guard : guards) {
      matrix
          .at(drill, guard)
          .ifPresent(result -> cell(Cell.of(result, matrix.scale()), x(guard), top));
    }
  }

  private void cell(Cell cell, int left, int top) {
    String tone = cell.tone().css();
    svg.append(
        """
        <rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="4"/>
        """
            .formatted(tone, left + 2, top + 2, COLUMN - 4, ROW - 4));
    text("figure on-" + tone, left + 10, top + 22, cell.tone().mark() + " " + cell.figure());
    svg.append(
        """
        <text class="still on-%s" x="%d" y="%d" text-anchor="end">%s</text>
        """
            .formatted(
                tone, left + COLUMN - 10, top + 22, escape(cell.still().replace("stood ", ""))));
  }

  private void foot(int top) {
    text(
        "small",
        16,
        top + 24,
        "✓ each posting once  ·  ✕ written twice, or the date not complete  ·  … each once, after a long"
            + " stand-still  ·  † beyond the promise");
    text(
        "small",
        16,
        top + 42,
        ("On the right of a cell: the longest time without a commit while the date was open, in"
                + " seconds of the night as played, at scale %s.")
            .formatted(matrix.scale()));
  }

  private void text(String css, int x, int y, String words) {
    svg.append(
        """
        <text class="%s" x="%d" y="%d">%s</text>
        """
            .formatted(css, x, y, escape(words)));
  }

  private String spoken() {
    return guards.stream()
        .map(guard -> String.format(Locale.ROOT, "%s: %s", guard, matrix.harmless(guard)))
        .collect(Collectors.joining(", ", "Nights without harm. ", "."));
  }
}
