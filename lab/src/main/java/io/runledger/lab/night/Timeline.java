package io.runledger.lab.night;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The events of one night, in the order in which they became known. Safe for use by many threads.
 */
public final class Timeline {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private final Consumer<Moment> listener;
  private final List<Moment> moments = new ArrayList<>();
  private long begin = System.nanoTime();

  /**
   * @param listener is told each event at once
   */
  public Timeline(Consumer<Moment> listener) {
    this.listener = listener;
  }

  /** T+0 is now: what was before has a negative time. */
  public void begin() {
    locked(
        () -> {
          Duration before = now();
          begin = System.nanoTime();
          moments.replaceAll(moment -> moment.earlierBy(before));
          return before;
        });
    note("night", Happening.NOTE, "the date is due");
  }

  /** Something happened just now. */
  public void note(String lane, Happening kind, String text) {
    locked(
        () -> {
          Moment moment = new Moment(now(), lane, kind, text);
          moments.add(moment);
          grown.signalAll();
          listener.accept(moment);
          return moment;
        });
  }

  /** How long since T+0. */
  public Duration now() {
    return locked(() -> Duration.ofNanos(System.nanoTime() - begin));
  }

  /** All so far, by time. */
  public List<Moment> moments() {
    return locked(() -> moments.stream().sorted(Comparator.comparing(Moment::at)).toList());
  }

  /**
   * The first such event; waits for it.
   *
   * @param limit how long from now, at most
   * @return empty if there is none by then
   */
  public Optional<Moment> await(Predicate<Moment> wanted, Duration limit) {
    return locked(
        () -> {
          long left = limit.toNanos();
          for (int next = 0; ; ) {
            for (; next < moments.size(); next++) {
              if (wanted.test(moments.get(next))) {
                return Optional.of(moments.get(next));
              }
            }
            if (left <= 0) {
              return Optional.empty();
            }
            left = grown.awaitNanos(left);
          }
        });
  }

  /** Waits until it is T+{@code time}. */
  public void awaitTime(Duration time) {
    locked(
        () -> {
          long left = time.minus(now()).toNanos();
          while (left > 0) {
            left = grown.awaitNanos(left);
          }
          return left;
        });
  }

  private interface Work<T> {
    T get() throws InterruptedException;
  }

  private <T> T locked(Work<T> work) {
    lock.lock();
    try {
      return work.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in the middle of a night", e);
    } finally {
      lock.unlock();
    }
  }
}
