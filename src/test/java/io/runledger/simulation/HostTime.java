package io.runledger.simulation;

import io.runledger.guard.PodTime;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;

/** The time of a simulated pod, which stands still while the pod is frozen. */
final class HostTime implements PodTime {

  private final Night night;
  private final Host host;

  HostTime(Night night, Host host) {
    this.night = night;
    this.host = host;
  }

  @Override
  public long nanoTime() {
    return night.turns().now();
  }

  @Override
  public ScheduledExecutorService timer(String name) {
    return new HostTimer(night.turns(), host, name, true);
  }

  @Override
  public ExecutorService threads(String prefix) {
    return new HostTimer(night.turns(), host, prefix, false);
  }

  @Override
  public void sleep(Duration duration) {
    night.pause(host, duration);
  }
}
