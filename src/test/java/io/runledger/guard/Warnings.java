package io.runledger.guard;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Warnings and worse, as an operator reads them, from when this is made until it is closed. */
public final class Warnings extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;

  private Warnings(String of) {
    logger = (Logger) LoggerFactory.getLogger(of);
    setContext(logger.getLoggerContext());
    start();
    logger.addAppender(this);
  }

  /** Those of one class. */
  static Warnings of(Class<?> type) {
    return new Warnings(type.getName());
  }

  /**
   * All of Runledger's. To be called when the applications have started: Boot sets logging up anew
   * with the first.
   */
  public static Warnings ofAll() {
    return new Warnings("io.runledger");
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
      lines.add(event.getLevel() + " " + event.getFormattedMessage());
    }
  }

  /** The level, a space and the message of each. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    stop();
  }
}
