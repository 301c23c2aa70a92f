package io.runledger.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that set off together, as often as a test likes. */
final class Race implements AutoCloseable {

  static final int THREADS = 32;
  static final int ROUNDS = 200;

  private static final long LIMIT_SECONDS = 30;

  private final int threads;
  private final ExecutorService executor;

  Race() {
    this(THREADS);
  }

  Race(int threads) {
    this.threads = threads;
    this.executor = Executors.newFixedThreadPool(threads);
  }

  /** What those threads brought home that brought home anything. */
  <T> List<T> run(Callable<Optional<T>> runner) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Future<Optional<T>>> runners = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      runners.add(
          executor.submit(
              () -> {
                start.await(LIMIT_SECONDS, TimeUnit.SECONDS);
                return runner.call();
              }));
    }
    List<T> winners = new ArrayList<>();
    for (Future<Optional<T>> result : runners) {
      result.get(LIMIT_SECONDS, TimeUnit.SECONDS).ifPresent(winners::add);
    }
    return winners;
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
