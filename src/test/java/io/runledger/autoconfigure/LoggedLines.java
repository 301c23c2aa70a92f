package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.slf4j.LoggerFactory;

/** What the framework logs from INFO on, whatever the set-up of the tests' log is. */
final class LoggedLines implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.runledger");
  private final Level before = logger.getLevel();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  LoggedLines() {
    logger.setLevel(Level.INFO);
    lines.start();
    logger.addAppender(lines);
  }

  /** The end of an attempt is told after it is known. */
  void await(int count) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(aloud()).hasSize(count));
  }

  List<ILoggingEvent> aloud() {
    return List.copyOf(lines.list);
  }

  @Override
  public void close() {
    logger.detachAppender(lines);
    logger.setLevel(before);
  }
}
