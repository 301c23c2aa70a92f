package io.runledger.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of text in columns as wide as they need to be. */
public final class Table {

  private final List<List<String>> rows = new ArrayList<>();

  /** Begins with the heads of its columns. */
  public Table(String... heads) {
    rows.add(List.of(heads));
  }

  /** Adds a row of as many cells as there are heads. */
  public void add(String... cells) {
    rows.add(List.of(cells));
  }

  /** The rows, ready to be shown. */
  public List<String> lines() {
    int[] widths =
        IntStream.range(0, rows.get(0).size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream()
        .map(
            row ->
                IntStream.range(0, widths.length)
                    .mapToObj(column -> padded(row.get(column), widths[column]))
                    .collect(Collectors.joining("  "))
                    .stripTrailing())
        .toList();
  }

  private static String padded(String cell, int width) {
    return cell + " ".repeat(width - cell.length());
  }
}
