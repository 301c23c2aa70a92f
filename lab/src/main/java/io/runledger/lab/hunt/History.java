package io.runledger.lab.hunt;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * Everything that was asked and answered, one JSON object a line: {@code invoke} when somebody
 * asks, {@code ok} or {@code fail} with the answer, {@code info} where no answer came or a fault
 * began.
 */
final class History implements AutoCloseable {

  /** What a line says. */
  enum Type {
    invoke,
    ok,
    fail,
    info
  }

  private final JsonMapper json = JsonMapper.shared();
  private final long begin = System.nanoTime();
  private final PrintWriter out;

  History(Path file) {
    try {
      out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("The history cannot be written to " + file, e);
    }
  }

  synchronized void add(String process, Type type, String what, String value) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("millis", (System.nanoTime() - begin) / 1_000_000);
    line.put("process", process);
    line.put("type", type);
    line.put("f", what);
    line.put("value", value);
    out.println(json.writeValueAsString(line));
    out.flush();
  }

  @Override
  public synchronized void close() {
    out.close();
  }
}
