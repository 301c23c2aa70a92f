package io.runledger.jobs.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a program to its end. */
final class Program {

  private static final int TAIL_LINES = 8;

  private Program() {}

  /**
   * How a program ended.
   *
   * @param words the last words that it said, in one line
   */
  record End(int exitCode, String words) {

    boolean isGood() {
      return exitCode == 0;
    }
  }

  /**
   * Runs it.
   *
   * @throws IOException if it cannot be started, or has not ended within the limit
   */
  static End run(Duration limit, List<String> command) throws IOException {
    // To a file and not to a pipe: a daemon that the program leaves behind may keep a pipe open.
    Path output = Files.createTempFile("runledger", ".out");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
      // PGPORT, PGDATA and their like would be heard by PostgreSQL's programs.
      builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new IOException("%s has not ended in %d s".formatted(command, limit.toSeconds()));
      }
      return new End(process.exitValue(), tail(output));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + command, e);
    } finally {
      Files.deleteIfExists(output);
    }
  }

  /** The last lines of a file in one line; empty if there is no file. */
  static String tail(Path file) throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    List<String> lines = new String(Files.readAllBytes(file), UTF_8).lines().toList();
    try (Stream<String> last = lines.stream().skip(Math.max(0, lines.size() - TAIL_LINES))) {
      return last.map(String::strip)
          .filter(line -> !line.isEmpty())
          .collect(Collectors.joining("; "));
    }
  }
}
