package io.runledger.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells the living from the dead. */
final class Liveness {

  private Liveness() {}

  /**
   * Whether the process runs or is stopped. A dead one that nobody reaped is dead, though Java
   * calls it alive: in a container whose first process is no init, orphans stay in that state for
   * ever.
   */
  static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !isZombie(pid);
  }

  private static boolean isZombie(long pid) {
    try {
      // "pid (name) state ...", where the name may hold anything, brackets too.
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      // No /proc on macOS, where the first process does reap; on Linux it is gone by now.
      return false;
    }
  }
}
