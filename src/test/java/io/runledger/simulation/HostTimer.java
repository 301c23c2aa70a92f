package io.runledger.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** An executor of a simulated pod, with as much of the interface as the guard uses. */
final class HostTimer extends AbstractExecutorService implements ScheduledExecutorService {

  private final Turns turns;
  private final Host host;
  private final String name;
  private final boolean single;
  private final Queue<Runnable> due = new ArrayDeque<>();
  private boolean busy;
  private boolean closed;

  /**
   * @param single whether it does one thing after the other
   */
  HostTimer(Turns turns, Host host, String name, boolean single) {
    this.turns = turns;
    this.host = host;
    this.name = name;
    this.single = single;
  }

  @Override
  public void execute(Runnable task) {
    refuseIfClosed();
    due(task);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    refuseIfClosed();
    turns.at(Duration.of(delay, unit.toChronoUnit()), host, () -> due(task));
    return new Scheduled();
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long first, long delay, TimeUnit unit) {
    return schedule(
        () -> {
          task.run();
          if (!closed) {
            ScheduledFuture<?> unused = scheduleWithFixedDelay(task, delay, delay, unit);
          }
        },
        first,
        unit);
  }

  private void due(Runnable task) {
    if (closed || host.isDead()) {
      return;
    }
    if (!single) {
      turns.begin(host, name, Duration.ZERO, task);
      return;
    }
    due.add(task);
    if (!busy) {
      busy = true;
      turns.begin(host, name, Duration.ZERO, this::work);
    }
  }

  /** As an executor would, it goes on after a task that throws. */
  private void work() {
    try {
      for (Runnable task = due.poll(); task != null; task = due.poll()) {
        task.run();
      }
    } finally {
      busy = false;
    }
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new RejectedExecutionException(name + " of " + host + " is closed");
    }
  }

  @Override
  public void shutdown() {
    closed = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    closed = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return closed;
  }

  @Override
  public boolean isTerminated() {
    return closed && !busy;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    throw new UnsupportedOperationException("nobody waits for " + name);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException("nobody asks " + name + " for a value");
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long first, long period, TimeUnit unit) {
    throw new UnsupportedOperationException("nobody asks " + name + " for a rate");
  }

  /** Nobody cancels one, or waits for it. */
  private static final class Scheduled extends FutureTask<Void> implements ScheduledFuture<Void> {

    Scheduled() {
      super(() -> null);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Delayed other) {
      throw new UnsupportedOperationException();
    }
  }
}
