package io.runledger.guard;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * The warnings of one class, as an operator reads them, from when it is made until it is closed.
 */
final class Warnings extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;

  private Warnings(Class<?> of) {
    logger = (Logger) LoggerFactory.getLogger(of);
    setContext(logger.getLoggerContext());
    start();
    logger.addAppender(this);
  }

  static Warnings of(Class<?> type) {
    return new Warnings(type);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
      lines.add(event.getFormattedMessage());
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
