package io.runledger.schedule;

import io.runledger.batch.MetadataPurge;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Purges Spring Batch's metadata in the background of a worker pod, at most once an hour. */
public final class Purging implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(Purging.class);

  /** Rounds come up to two fifths earlier, and the first of them after a tenth of it. */
  private static final Duration AT_MOST = Duration.ofMinutes(100);

  private final MetadataPurge purge;
  private final BooleanSupplier isLeaving;
  private final boolean isWorker;
  private final Duration atMost;
  private Optional<Rounds> rounds = Optional.empty();

  /**
   * @param isLeaving whether the pod is about to end
   * @param isWorker whether this pod works unasked
   */
  public Purging(MetadataPurge purge, BooleanSupplier isLeaving, boolean isWorker) {
    this(purge, isLeaving, isWorker, AT_MOST);
  }

  Purging(MetadataPurge purge, BooleanSupplier isLeaving, boolean isWorker, Duration atMost) {
    this.purge = purge;
    this.isLeaving = isLeaving;
    this.isWorker = isWorker;
    this.atMost = atMost;
  }

  @Override
  public boolean isAutoStartup() {
    return isWorker && !purge.isOff();
  }

  @Override
  public synchronized void start() {
    if (!isRunning()) {
      rounds =
          Optional.of(
              Rounds.begin(
                  atMost,
                  () -> {
                    int unused = purge.purge(isLeaving);
                  }));
    }
  }

  /** Beside the other parts of its phase: a batch may take its seconds. */
  @Override
  public void stop(Runnable whenDone) {
    Thread stopping =
        new Thread(
            () -> {
              stop();
              whenDone.run();
            },
            "runledger-purge-stop");
    stopping.start();
  }

  @Override
  public synchronized void stop() {
    try {
      if (rounds.isPresent()) {
        rounds.get().end();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      log.debug("The purge was not waited for.", e);
    }
    rounds = Optional.empty();
  }

  @Override
  public synchronized boolean isRunning() {
    return rounds.isPresent();
  }
}
