package io.runledger.guard;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Sees what people asked this pod's attempts: one statement a second for all of them, and none
 * while nothing works here. What it sees, it says to the attempt, which stops at its next chunk.
 */
final class StopWatch implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(StopWatch.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final StopRequests requests;
  private final LiveAttempts attempts;
  private final ScheduledExecutorService looks;

  StopWatch(StopRequests requests, LiveAttempts attempts, PodTime time) {
    this.requests = requests;
    this.attempts = attempts;
    this.looks = time.timer("runledger-stop-watch");
    ScheduledFuture<?> unused =
        looks.scheduleWithFixedDelay(
            this::look, BETWEEN_LOOKS.toMillis(), BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Never throws, which would be the last look. */
  private void look() {
    List<LiveAttempt> working =
        attempts.all().stream().filter(live -> !live.shallStop() && !live.isOver()).toList();
    if (working.isEmpty()) {
      return;
    }
    try {
      requests.pending(working.stream().map(live -> live.attempt().id()).toList()).stream()
          .forEach(this::tell);
    } catch (DataAccessException e) {
      log.debug("Whether somebody asked to stop could not be read; the next look comes.", e);
    } catch (RuntimeException e) {
      log.warn("Whether somebody asked to stop could not be read; the next look comes.", e);
    }
  }

  private void tell(StopRequests.Pending request) {
    attempts
        .byId(request.attempt())
        .ifPresent(
            live -> {
              AttemptFields.on(log.atInfo(), live.attempt())
                  .log(
                      "{}: attempt {} stops at its next chunk, {}.",
                      live.attempt().key(),
                      live.attempt().number(),
                      request.words());
              live.tellToStop(LiveAttempt.Stop.PERSON);
            });
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
