package io.runledger.batch;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Holds the threads of a job at certain items until it is released, as a frozen pod is held in the
 * middle of whatever it was doing.
 */
final class Pause {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final AtomicInteger waiting = new AtomicInteger();
  private volatile Set<Integer> items = Set.of();
  private volatile CountDownLatch released = new CountDownLatch(0);

  /** From now on threads wait when they reach one of the items. */
  void at(Integer... which) {
    released = new CountDownLatch(1);
    waiting.set(0);
    items = Set.of(which);
  }

  /** Called by the job before each item. */
  void reach(int item) {
    if (items.contains(item)) {
      CountDownLatch latch = released;
      waiting.incrementAndGet();
      await("the release").atMost(LIMIT).until(() -> latch.getCount() == 0);
    }
  }

  /** Returns when so many threads wait. */
  void awaitThreads(int count) {
    await(count + " threads to pause").atMost(LIMIT).until(() -> waiting.get() == count);
  }

  void release() {
    items = Set.of();
    released.countDown();
  }
}
