package io.runledger.batch;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What Runledger logs as a warning or worse, from when this is opened until it is closed. */
final class Warnings extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.runledger");

  /**
   * To be called when the applications have started: Boot resets the loggers when the first does.
   */
  static Warnings open() {
    Warnings warnings = new Warnings();
    warnings.setContext(warnings.logger.getLoggerContext());
    warnings.start();
    warnings.logger.addAppender(warnings);
    return warnings;
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
      lines.add(event.getLevel() + " " + event.getFormattedMessage());
    }
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    stop();
  }
}
