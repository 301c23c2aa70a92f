package io.runledger.schedule;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does the same thing again and again, on a thread of its own, until it is ended. */
final class Rounds {

  private static final Logger log = LoggerFactory.getLogger(Rounds.class);
  private static final Duration LAST_ROUND = Duration.ofSeconds(10);

  private final Duration atMost;
  private final Runnable round;
  private final AtomicBoolean comesSoon = new AtomicBoolean();
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(1, task -> new Thread(task, "runledger-round"));

  private Rounds(Duration atMost, Runnable round) {
    this.atMost = atMost;
    this.round = round;
  }

  /**
   * Begins, with a first round soon.
   *
   * @param atMost from the end of a round to the next; the next comes up to two fifths earlier,
   *     since pods that were started together shall not ask together for ever
   */
  static Rounds begin(Duration atMost, Runnable round) {
    Rounds rounds = new Rounds(atMost, round);
    rounds.later(atMost.dividedBy(10));
    return rounds;
  }

  /** One round more, at once; however often it is said before that round begins, it is one. */
  void soon() {
    soonWithin(Duration.ZERO);
  }

  /**
   * One round more, at a moment of chance: all pods have the same clock, and shall not ask in the
   * same instant.
   *
   * @param limit the latest moment, from now
   */
  void soonWithin(Duration limit) {
    if (comesSoon.compareAndSet(false, true)) {
      schedule(
          Duration.ofMillis(ThreadLocalRandom.current().nextLong(limit.toMillis() + 1)),
          () -> {
            comesSoon.set(false);
            once();
          });
    }
  }

  private void later(Duration delay) {
    schedule(
        delay,
        () -> {
          once();
          later(jittered());
        });
  }

  private void schedule(Duration delay, Runnable task) {
    try {
      ScheduledFuture<?> unused = thread.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("The rounds have ended.", e);
    }
  }

  /** The next round comes whatever this one met: pods must not go silent. */
  private void once() {
    try {
      round.run();
    } catch (RuntimeException e) {
      log.atError().setCause(e).log("A round of the reconciler failed; the next one comes.");
    }
  }

  private Duration jittered() {
    long twoFifths = Math.max(1, atMost.toMillis() * 2 / 5);
    return atMost.minusMillis(ThreadLocalRandom.current().nextLong(twoFifths));
  }

  /** A round that is under way may end; its questions to the database are short. */
  void end() throws InterruptedException {
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    thread.shutdown();
    if (!thread.awaitTermination(LAST_ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
      thread.shutdownNow();
    }
  }
}
