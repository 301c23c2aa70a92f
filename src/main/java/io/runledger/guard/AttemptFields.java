package io.runledger.guard;

import io.runledger.run.Attempt;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The fields that each log line about an attempt carries, under the same names everywhere: {@code
 * run} (job, batch date and part), {@code attempt} (its UUID) and {@code fence} (a number).
 */
public final class AttemptFields {

  private AttemptFields() {}

  /** The same line, with the fields. */
  public static LoggingEventBuilder on(LoggingEventBuilder line, Attempt attempt) {
    return line.addKeyValue("run", attempt.key())
        .addKeyValue("attempt", attempt.id())
        .addKeyValue("fence", attempt.fence());
  }
}
