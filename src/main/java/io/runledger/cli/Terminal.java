package io.runledger.cli;

import io.runledger.run.TextLine;
import java.io.PrintStream;
import java.util.List;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where a command answers: the answer on standard output, as JSON or as text for people, and errors
 * on standard error, one line each.
 */
public final class Terminal {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private final PrintStream out;
  private final PrintStream err;
  private final boolean json;

  Terminal(PrintStream out, PrintStream err, boolean json) {
    this.out = out;
    this.err = err;
    this.json = json;
  }

  /** The whole answer, for programs; people have read it as text by then. */
  public void answer(Object answer) {
    if (json) {
      out.println(JSON.writeValueAsString(answer));
    }
  }

  /** A line of the answer, for people. */
  public void say(String line) {
    say(List.of(line));
  }

  /** Lines of the answer, for people. */
  public void say(List<String> lines) {
    if (!json) {
      lines.forEach(out::println);
      out.flush();
    }
  }

  /** What keeps the command from its end. */
  public void error(String message) {
    err.println("runledger: " + oneLine(message));
    err.flush();
  }

  /** How it goes meanwhile; no part of the answer. */
  public PrintStream progress() {
    return err;
  }

  private static String oneLine(String message) {
    return TextLine.visible(message.strip().replaceAll("\\s*\\R\\s*", " "));
  }
}
