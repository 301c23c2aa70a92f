package io.runledger.guard;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;

/**
 * How a pod measures how long ago something was, does things later, and waits. It decides about
 * nothing that pods share, which the database's clock does; it is what a pod would not have while
 * it is frozen. Leases, ends and the threads of attempts go by it, so that a simulation can bring a
 * time of its own; a {@link Filter} has its own limits.
 */
public interface PodTime {

  /** Like {@link System#nanoTime()}. */
  long nanoTime();

  /**
   * A thread of its own that does what is due, one thing after the other. It keeps no JVM alive.
   *
   * @param name the thread's
   */
  ScheduledExecutorService timer(String name);

  /**
   * Threads as they are needed, which keep the JVM alive.
   *
   * @param prefix of their names; a number follows
   */
  ExecutorService threads(String prefix);

  /** Waits. */
  void sleep(Duration duration) throws InterruptedException;

  /** That of this JVM. */
  static PodTime ofThisJvm() {
    return JvmTime.INSTANCE;
  }
}
