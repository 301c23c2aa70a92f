package io.runledger.operate;

import io.runledger.run.Verdict;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Backfills that nobody waits for: each is carried out on a thread of its own, in this pod. If the
 * pod ends before, the backfill ends with it; the same one given again goes on where it was. Two of
 * the same do not disturb each other: the second finds each date running or done.
 */
public final class BackgroundBackfills implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(BackgroundBackfills.class);

  /** A bound, so that a script gone wild does not take all threads of a pod. */
  private static final int MOST = 8;

  private static final int SECONDS_TO_LEAVE = 5;

  private static final Watcher NOBODY =
      new Watcher() {
        @Override
        public void answered(Verdict verdict) {}

        @Override
        public void ended(Outcome outcome) {}
      };

  private final Backfill backfill;
  private final AtomicInteger count = new AtomicInteger();
  private final ExecutorService threads;

  public BackgroundBackfills(Backfill backfill) {
    this.backfill = backfill;
    this.threads =
        new ThreadPoolExecutor(
            0, MOST, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), this::thread);
  }

  private Thread thread(Runnable task) {
    Thread thread = new Thread(task, "runledger-backfill-" + count.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Begins to carry a plan out, and returns at once.
   *
   * @return false if this pod has its hands full; nothing was begun then
   * @throws io.runledger.batch.UnknownJobException if no such job is guarded here
   * @throws IllegalArgumentException if the plan is refused, or an added parameter has a name that
   *     is taken
   */
  public boolean begin(BackfillPlan plan, Person person, Map<String, String> parameters) {
    backfill.check(plan, person, parameters);
    try {
      threads.execute(() -> carryOut(plan, person, parameters));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  private void carryOut(BackfillPlan plan, Person person, Map<String, String> parameters) {
    BackfillRequest range = plan.request();
    try {
      List<Outcome> outcomes = backfill.carryOut(plan, person, parameters, NOBODY);
      long complete = outcomes.stream().filter(Outcome::isComplete).count();
      log.atInfo()
          .addKeyValue("job", range.job())
          .addKeyValue("actor", person.actor())
          .log(
              "{} {} to {}: the backfill of {} ended; {} of {} dates asked for are complete.",
              range.job(),
              range.from(),
              range.to(),
              person.actor(),
              complete,
              plan.asked().size());
    } catch (RuntimeException e) {
      log.atError()
          .addKeyValue("job", range.job())
          .addKeyValue("actor", person.actor())
          .setCause(e)
          .log(
              "{} {} to {}: the backfill of {} broke off; give it again to go on.",
              range.job(),
              range.from(),
              range.to(),
              person.actor());
    }
  }

  /** The runs have been told to stop by then, and with them their backfills. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      boolean unused = threads.awaitTermination(SECONDS_TO_LEAVE, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
