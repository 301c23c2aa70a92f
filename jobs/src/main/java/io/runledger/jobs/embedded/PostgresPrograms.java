package io.runledger.jobs.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL's own programs. They refuse to run as root; {@code unshare -U} gives them a user name
 * space in which root has no name, while its files stay its own.
 *
 * @param home the folder with bin, lib and share
 * @param prefix what to put before each command
 */
record PostgresPrograms(Path home, List<String> prefix) {

  private static final List<String> WITHOUT_ROOT = List.of("unshare", "-U");
  private static final Duration LIMIT = Duration.ofSeconds(80);
  private static final int ROOT = 0;

  /** Unpacks the programs, if need be, and finds out how they can be run. */
  static PostgresPrograms of(DataDirectory directory) throws IOException {
    Path home = PostgresArchive.of(Platform.current()).unpack(directory.programs());
    return new PostgresPrograms(home, isOwnedByRoot(home) ? withoutRoot() : List.of());
  }

  Program.End initdb(List<String> arguments) throws IOException {
    return run("initdb", arguments);
  }

  Program.End pgCtl(List<String> arguments) throws IOException {
    return run("pg_ctl", arguments);
  }

  private Program.End run(String program, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(home.resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    return Program.run(LIMIT, command);
  }

  private static boolean isOwnedByRoot(Path home) throws IOException {
    return home.getFileSystem().supportedFileAttributeViews().contains("unix")
        && Integer.valueOf(ROOT).equals(Files.getAttribute(home, "unix:uid"));
  }

  private static List<String> withoutRoot() {
    List<String> probe = new ArrayList<>(WITHOUT_ROOT);
    probe.add("true");
    try {
      Program.End end = Program.run(LIMIT, probe);
      if (end.isGood()) {
        return WITHOUT_ROOT;
      }
      throw rootCannotBeLeft(end.words());
    } catch (IOException e) {
      throw rootCannotBeLeft(String.valueOf(e.getMessage()));
    }
  }

  private static EmbeddedServerException rootCannotBeLeft(String reason) {
    return new EmbeddedServerException(
        """
        PostgreSQL does not run as root, and here root cannot be left by 'unshare -U' (%s); nothing \
        was started. Start as a plain user, or set spring.datasource.url to a PostgreSQL of your own."""
            .formatted(reason));
  }
}
