package io.runledger.schedule;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.core.NestedExceptionUtils;

/** An outage of the database is two lines in a pod's log: one when it begins, one when it ends. */
final class Outage {

  private static final Logger log = LoggerFactory.getLogger(Outage.class);

  private final AtomicBoolean away = new AtomicBoolean();

  /** The database did not answer. */
  void goesOn(Exception error) {
    boolean isNews = !away.getAndSet(true);
    log.atLevel(isNews ? Level.WARN : Level.DEBUG)
        .setCause(isNews ? null : error)
        .log(
            "The database could not say what is due or waits for a pod ({}); each round asks again.",
            NestedExceptionUtils.getMostSpecificCause(error).getMessage());
  }

  /**
   * The database answered.
   *
   * @return whether it did not before
   */
  boolean isOver() {
    boolean wasAway = away.getAndSet(false);
    if (wasAway) {
      log.info("The database says again what is due.");
    }
    return wasAway;
  }
}
