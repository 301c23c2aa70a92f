package io.runledger.lab;

import io.runledger.lab.report.Matrix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** What is written when the nights are over. */
final class ReportFiles {

  private final Map<Path, Function<Matrix, String>> files = new LinkedHashMap<>();

  /**
   * Asks for a file.
   *
   * @throws IllegalArgumentException if it cannot be written: nobody waits for nights to learn that
   */
  void add(Path file, Function<Matrix, String> content) {
    Path directory = file.toAbsolutePath().getParent();
    boolean writable =
        Files.exists(file)
            ? Files.isRegularFile(file) && Files.isWritable(file)
            : directory != null && Files.isWritable(directory);
    if (!writable) {
      throw new IllegalArgumentException(
          "%s cannot be written; nothing was played. Name a file in a directory that exists."
              .formatted(file));
    }
    files.put(file, content);
  }

  void write(Matrix matrix) {
    files.forEach(
        (file, content) -> {
          try {
            Files.writeString(file, content.apply(matrix));
          } catch (IOException e) {
            throw new UncheckedIOException("%s was not written".formatted(file), e);
          }
        });
  }

  Iterable<Path> names() {
    return files.keySet();
  }
}
