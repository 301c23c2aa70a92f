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

  private static final String MARK = "lab|";

  /** Writes an event to standard output. */
  static void tell(Happening kind, String text) {
    System.out.println(MARK + kind + "|" + text.lines().findFirst().orElse(""));
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
