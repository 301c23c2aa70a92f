package io.runledger.jobs.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a PostgreSQL server writes about itself into its data directory: process, directory, start,
 * port, one a line. It outlives the server when that is killed.
 */
record PostmasterFile(long pid, int port) {

  private static final String NAME = "postmaster.pid";
  private static final int PORT_LINE = 3;

  /** Empty if there is none, or it was not written to its end. */
  static Optional<PostmasterFile> of(Path home) throws IOException {
    Path file = home.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    try {
      return lines.size() <= PORT_LINE
          ? Optional.empty()
          : Optional.of(
              new PostmasterFile(
                  Long.parseLong(lines.get(0).strip()),
                  Integer.parseInt(lines.get(PORT_LINE).strip())));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Removes the file of a dead server. PostgreSQL does so itself, unless the number is some other
   * process's by now: then it would refuse to start. Its lock on the shared memory still holds.
   */
  static void remove(Path home) throws IOException {
    Files.deleteIfExists(home.resolve(NAME));
  }
}
