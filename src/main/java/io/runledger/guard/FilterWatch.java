package io.runledger.guard;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that Redis lost the lock of an attempt that works: Redisson's watchdog stops silently
 * when the key is gone. It says so once, and changes nothing: the lease decides.
 */
final class FilterWatch implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(FilterWatch.class);

  private final Filter filter;
  private final GuardEvents events;
  private final ScheduledExecutorService probes;

  FilterWatch(Filter filter, GuardEvents events, PodTime time) {
    this.filter = filter;
    this.events = events;
    this.probes = time.timer("runledger-filter-watch");
  }

  /** Looks every third of the attempt's lease, until the attempt has ended or the lock is lost. */
  void watch(LiveAttempt live) {
    try {
      ScheduledFuture<?> unused =
          probes.schedule(
              () -> probe(live), live.job().lease().toMillis() / 3, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("The watch is closed; nobody looks at the filter any more.", e);
    }
  }

  private void probe(LiveAttempt live) {
    if (live.isLost() || live.isOver()) {
      return;
    }
    Filter.Holding holding = filter.probe(live.lockName(), live.attempt().id());
    if (holding == Filter.Holding.LOST && !live.isOver()) {
      events.tell(listener -> listener.filterLost(live.attempt()));
      AttemptFields.on(log.atWarn(), live.attempt())
          .log(
              "{}: Redis lost the lock '{}' while its owner works; the run goes on, its lease holds.",
              live.attempt().key(),
              live.lockName());
      return;
    }
    watch(live);
  }

  @Override
  public void close() {
    probes.shutdownNow();
  }
}
