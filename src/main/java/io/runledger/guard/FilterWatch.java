package io.runledger.guard;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
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
  private final Set<UUID> watched = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor probes =
      new ScheduledThreadPoolExecutor(
          1,
          task -> {
            Thread thread = new Thread(task, "runledger-filter-watch");
            thread.setDaemon(true);
            return thread;
          });

  FilterWatch(Filter filter, GuardEvents events) {
    this.filter = filter;
    this.events = events;
    probes.setRemoveOnCancelPolicy(true);
  }

  /** Looks every third of the attempt's lease, until it is let go or the lock is lost. */
  void watch(LiveAttempt live) {
    watched.add(live.attempt().id());
    lookLater(live);
  }

  /** Looks away: from here on the lock is not lost, but given back. */
  void letGo(LiveAttempt live) {
    watched.remove(live.attempt().id());
  }

  private boolean looksAt(LiveAttempt live) {
    return watched.contains(live.attempt().id()) && !live.isLost();
  }

  private void lookLater(LiveAttempt live) {
    try {
      ScheduledFuture<?> unused =
          probes.schedule(
              () -> probe(live), live.job().lease().toMillis() / 3, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("The watch is closed; nobody looks at the filter any more.", e);
    }
  }

  private void probe(LiveAttempt live) {
    if (!looksAt(live)) {
      return;
    }
    Filter.Holding holding = filter.probe(live.lockName(), live.attempt().id());
    if (holding == Filter.Holding.LOST && looksAt(live)) {
      letGo(live);
      events.tell(listener -> listener.filterLost(live.attempt()));
      log.atWarn()
          .addKeyValue("run", live.attempt().key())
          .addKeyValue("attempt", live.attempt().id())
          .addKeyValue("fence", live.attempt().fence())
          .log(
              "{}: Redis lost the lock '{}' while its owner works; the run goes on, its lease holds.",
              live.attempt().key(),
              live.lockName());
      return;
    }
    lookLater(live);
  }

  @Override
  public void close() {
    probes.shutdownNow();
  }
}
