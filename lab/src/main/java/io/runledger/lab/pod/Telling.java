package io.runledger.lab.pod;

import io.runledger.lab.night.Happening;
import java.util.Optional;

/**
 * One event as a pod tells it on standard output, {@code lab|GRANTED|...}.
 *
 * @param kind what kind of event
 * @param text what happened, one line
 */
public record Telling(Happening kind, String text) {

  /** The line that says that a pod has started, and waits for what is typed. */
  public static final String READY = "lab-ready";

  /** What a naive pod tells once its lock is given back. */
  public static final String UNLOCKED = "gave the lock back";

  private static final String MARK = "lab|";

  /** Writes an event to standard output. */
  static void tell(Happening kind, String text) {
    System.out.println(MARK + kind + "|" + text.lines().findFirst().orElse(""));
  }

  /** Writes that the pod has started, and where it listens; 0 if it does not. */
  static void ready(int webPort) {
    System.out.println(READY + " " + webPort);
  }

  /** The port of such a line. */
  public static int webPort(String line) {
    return Integer.parseInt(line.substring(line.indexOf(READY) + READY.length()).strip());
  }

  /** Reads a line of a pod's output; empty if it is another one. */
  public static Optional<Telling> read(String line) {
    if (!line.startsWith(MARK)) {
      return Optional.empty();
    }
    String[] parts = line.split("\\|", 3);
    return Optional.of(new Telling(Happening.valueOf(parts[1]), parts[2]));
  }
}
