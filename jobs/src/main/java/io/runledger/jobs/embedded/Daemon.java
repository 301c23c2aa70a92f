package io.runledger.jobs.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds the process that a server's pid file names. After a crash of the machine, or in a
 * container, the number may be a stranger's by now.
 */
final class Daemon {

  private Daemon() {}

  /**
   * The living process with this id that is the server.
   *
   * @param home the directory that the server works in
   * @param program what the name of its executable begins with; asked where the system does not
   *     tell a process's working directory
   */
  static Optional<ProcessHandle> find(long pid, Path home, String program) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> worksIn(process, home, program));
  }

  private static boolean worksIn(ProcessHandle process, Path home, String program) {
    Path proc = Path.of("/proc", Long.toString(process.pid()));
    if (Files.isDirectory(proc)) {
      try {
        return Files.isSameFile(proc.resolve("cwd"), home);
      } catch (IOException e) {
        // A zombie has no working directory, and a stranger's we may not see: neither is ours.
        return false;
      }
    }
    return process
        .info()
        .command()
        .map(command -> Path.of(command).getFileName().toString().startsWith(program))
        .orElse(false);
  }
}
