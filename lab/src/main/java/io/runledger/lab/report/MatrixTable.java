package io.runledger.lab.report;

import static io.runledger.lab.report.Markup.escape;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import java.util.stream.Collectors;

/**
 * The matrix as a table of the page. The roles are said because a narrow screen lays it out as a
 * grid, and would take them away.
 */
final class MatrixTable {

  private final Matrix matrix;

  private MatrixTable(Matrix matrix) {
    this.matrix = matrix;
  }

  static String of(Matrix matrix) {
    return new MatrixTable(matrix).html();
  }

  private String html() {
    return """
        <table class="matrix" role="table" id="matrix">
        <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="name">fault</th>%s</tr>
        <tr role="row" class="total"><th role="rowheader" scope="row" class="name">nights without harm</th>%s</tr></thead>
        <tbody role="rowgroup">
        %s</tbody>
        </table>
        """
        .formatted(each(this::head), each(this::total), rows());
  }

  private String each(java.util.function.Function<Guard, String> cell) {
    return matrix.guards().stream().map(cell).collect(Collectors.joining());
  }

  private String head(Guard guard) {
    return "<th role=\"columnheader\" scope=\"col\" class=\"%s\">%s<small>%s</small></th>"
        .formatted(guard == Guard.FULL ? "ours" : "", guard, GuardWords.of(guard));
  }

  private String total(Guard guard) {
    return "<td role=\"cell\">%s</td>".formatted(matrix.harmless(guard));
  }

  private String rows() {
    return matrix.drills().stream().map(this::row).collect(Collectors.joining());
  }

  private String row(Drill drill) {
    return """
        <tr role="row"><th role="rowheader" scope="row" class="name"><a href="#drill-%s">%s</a>%s<small>%s</small></th>%s</tr>
        """
        .formatted(
            Markup.id(drill.name()),
            escape(drill.name()),
            drill.beyondThePromise() ? " †" : "",
            escape(drill.story()),
            each(guard -> cell(drill, guard)));
  }

  private String cell(Drill drill, Guard guard) {
    return matrix
        .at(drill, guard)
        .map(result -> cell(Cell.of(result, matrix.scale())))
        .orElse("<td role=\"cell\"></td>");
  }

  private static String cell(Cell cell) {
    return """
        <td role="cell" class="cell %s" title="%s"><b>%s</b><small>%s</small></td>"""
        .formatted(
            cell.tone().css(),
            escape(cell.spoken()),
            escape(cell.tone().mark() + " " + cell.figure()),
            escape(cell.still()));
  }
}
