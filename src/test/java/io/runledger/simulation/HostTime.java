package io.runledger.simulation;

import io.runledger.guard.PodTime;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;

/** The time of a simulated pod, which stands still while the pod is frozen. */
final class HostTime implements PodTime {

  private final Turns turns;
  private final Host host;

  HostTime(Turns turns, Host host) {
    this.turns = turns;
    this.host = host;
  }

  @Override
  public long nanoTime() {
    return turns.now();
  }

  @Override
  public ScheduledExecutorService timer(String name) {
    return new HostTimer(turns, host, name, true);
  }

  @Override
  public ExecutorService threads(String prefix) {
    return new HostTimer(turns, host, prefix, false);
  }

  @Override
  public void sleep(Duration duration) {
    turns.pause(duration);
  }
}
