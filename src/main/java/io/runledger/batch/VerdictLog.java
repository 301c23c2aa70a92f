package io.runledger.batch;

import io.runledger.guard.AttemptFields;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Tells the operator what was answered. A pod that does not get a run is answered the same in each
 * round, all night: it says so once, and again only when the answer is another. People are always
 * answered aloud.
 */
final class VerdictLog {

  private static final Logger log = LoggerFactory.getLogger(VerdictLog.class);

  /** Beyond these the oldest run is forgotten, and at worst told once more. */
  private static final int REMEMBERED = 1_000;

  private final Map<RunKey, String> told =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<RunKey, String> eldest) {
              return size() > REMEMBERED;
            }
          });

  void tell(Verdict verdict, Cause cause) {
    boolean isNews = !verdict.word().equals(told.put(verdict.key(), verdict.word()));
    LoggingEventBuilder line = log.atLevel(level(verdict, isNews || cause.isPerson()));
    fields(line, verdict)
        .addKeyValue("verdict", verdict.word())
        .addKeyValue("layer", verdict.decision().layer())
        .addKeyValue("cause", cause.kind())
        .log(
            "{}: {} ({}), asked by {}.",
            verdict.key(),
            verdict.word(),
            verdict.explanation(),
            cause);
  }

  private static Level level(Verdict verdict, boolean aloud) {
    if (verdict instanceof Verdict.Started || verdict instanceof Verdict.Resumed) {
      return Level.INFO;
    }
    if (!aloud) {
      return Level.DEBUG;
    }
    return verdict instanceof Verdict.Unavailable ? Level.WARN : Level.INFO;
  }

  private static LoggingEventBuilder fields(LoggingEventBuilder line, Verdict verdict) {
    if (verdict instanceof Verdict.Started started) {
      return AttemptFields.on(line, started.attempt());
    }
    if (verdict instanceof Verdict.Resumed resumed) {
      return AttemptFields.on(line, resumed.attempt());
    }
    return line.addKeyValue("run", verdict.key());
  }
}
