package io.runledger.test;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A shell that outlives this JVM by a moment and clears up what it started.
 *
 * <p>Shutdown hooks do not run after SIGKILL; the closing of a pipe is seen always. The shell waits
 * on its standard input: a line dismisses it, the end of the stream makes it act. It has a session
 * of its own where {@code setsid} exists, so that a kill of our whole process group spares it.
 */
final class Guardian implements AutoCloseable {

  private static final String LAUNCH =
      """
      if command -v setsid >/dev/null 2>&1; then exec setsid sh -c "$0" sh "$@"; fi
      exec sh -c "$0" sh "$@"
      """;

  private static final String KILL =
      """
      trap '' INT TERM HUP
      read -r dismissed && exit 0
      kill -KILL "$1"
      """;

  private static final String REMOVE =
      """
      trap '' INT TERM HUP
      read -r dismissed && exit 0
      rm -rf "$1"
      """;

  /**
   * First argument: the directory that holds data/postmaster.pid. SIGQUIT, unlike SIGKILL, lets the
   * postmaster end its children and free its shared memory; a stopped one must be continued for it.
   */
  private static final String QUIT_POSTGRES =
      """
      trap '' INT TERM HUP
      read -r dismissed && exit 0
      if [ -f "$1/data/postmaster.pid" ]; then
        read -r pid <"$1/data/postmaster.pid"
        kill -QUIT "$pid"
        kill -CONT "$pid"
        for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$pid" || break; sleep 1; done
        kill -KILL "$pid"
      fi
      rm -rf "$1"
      """;

  private final Process shell;

  private Guardian(String script, String... arguments) {
    List<String> command =
        Stream.concat(Stream.of("sh", "-c", LAUNCH, script), Stream.of(arguments)).toList();
    try {
      shell =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "no 'sh' to clear up after this JVM: the test kit needs a POSIX system", e);
    }
  }

  /**
   * Kills the process when this JVM ends. Dismisses itself when the process ends first, for its
   * number may then pass to a stranger.
   */
  static void killing(Process process) {
    Guardian guardian = new Guardian(KILL, Long.toString(process.pid()));
    var unused = process.onExit().thenRun(guardian::close);
  }

  /** Removes the directory when this JVM ends. */
  static Guardian removing(Path directory) {
    return new Guardian(REMOVE, directory.toString());
  }

  /** Ends the PostgreSQL server of the directory, if one runs then, and removes the directory. */
  static Guardian endingPostgres(Path directory) {
    return new Guardian(QUIT_POSTGRES, directory.toString());
  }

  /** Dismisses the guardian: it ends without doing anything. */
  @Override
  public void close() {
    try (OutputStream input = shell.getOutputStream()) {
      input.write("dismissed\n".getBytes(StandardCharsets.US_ASCII));
      input.flush();
    } catch (IOException e) {
      // Somebody killed the shell: then it is dismissed as well.
    }
    try {
      shell.waitFor(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
