package io.runledger.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The database's clock, as the night's time says. A {@code clock_timestamp()} that the search path
 * finds before PostgreSQL's own reads it from a file beside the server's data.
 */
final class ServerClock implements AutoCloseable {

  static final Instant BEGIN = Instant.parse("2026-03-02T00:59:58Z");

  /** Makes every statement that names no schema ask the night's clock. */
  static final String SCHEMA =
      """
      CREATE SCHEMA simulation;
      CREATE FUNCTION simulation.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        $$ SELECT pg_catalog.pg_read_file('runledger-clock-' || pg_catalog.current_database())::timestamptz $$;
      """;

  private final Turns turns;
  private final FileChannel file;
  private Duration wrongBy = Duration.ZERO;
  private Instant shown = Instant.MIN;

  ServerClock(Turns turns, JdbcClient jdbc, String database) {
    this.turns = turns;
    String directory = jdbc.sql("SHOW data_directory").query(String.class).single();
    try {
      file =
          FileChannel.open(
              Path.of(directory, "runledger-clock-" + database),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException("The server's clock cannot be set.", e);
    }
    show();
  }

  Instant now() {
    return BEGIN.plusNanos(turns.now()).plus(wrongBy).truncatedTo(ChronoUnit.MICROS);
  }

  /** Goes wrong, or right again. */
  void set(Duration wrong) {
    wrongBy = wrong;
  }

  /** Before each statement. */
  void show() {
    Instant now = now();
    if (now.equals(shown)) {
      return;
    }
    shown = now;
    // Always as long, so that nothing of an earlier time stays behind it.
    String text = now.toString();
    text += " ".repeat(32 - text.length());
    try {
      int unused = file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("The server's clock cannot be set.", e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
