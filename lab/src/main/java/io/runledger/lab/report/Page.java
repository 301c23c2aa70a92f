package io.runledger.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * All nights on one page that stands alone: no script, nothing loaded, and never a colour without a
 * word.
 */
public final class Page {

  private Page() {}

  /** The document. */
  public static String of(Matrix matrix) {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Runledger lab: which guard saves what</title>
        <style>
        %s</style>
        </head>
        <body>
        %s<header>
        <h1>Which guard saves what</h1>
        <p>Each row is a night on which something breaks while two pods have one date's postings to write; each cell
        says how many postings that guard let be written twice, and whether the date was lost.</p>
        </header>
        <main>
        %s%s
        %s</main>
        </body>
        </html>
        """
        .formatted(
            style(),
            NightSvg.SYMBOLS,
            MatrixTable.of(matrix),
            Legend.of(matrix),
            matrix.drills().stream()
                .map(drill -> DrillSection.of(matrix, drill))
                .collect(Collectors.joining()));
  }

  private static String style() {
    try (InputStream css = Page.class.getResourceAsStream("page.css")) {
      if (css == null) {
        throw new IllegalStateException("page.css is not beside " + Page.class);
      }
      return new String(css.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
