package io.runledger.outages;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What Runledger logs as a warning or worse, from when this is opened until it is closed. */
final class Loud extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.runledger");

  /** To be called when the pods have started: each that does sets logging up anew. */
  static Loud open() {
    Loud loud = new Loud();
    loud.setContext(loud.logger.getLoggerContext());
    loud.start();
    loud.logger.addAppender(loud);
    return loud;
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
