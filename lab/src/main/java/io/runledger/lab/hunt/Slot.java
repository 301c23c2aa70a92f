package io.runledger.lab.hunt;

import io.runledger.test.ChildPod;
import io.runledger.test.TcpProxy;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The place of a pod, with its links: when one ends there, another starts. */
final class Slot implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration END_LIMIT = Duration.ofMinutes(1);

  private final String name;
  private final TcpProxy databaseLink;
  private final List<TcpProxy> redisLinks;
  private final Function<Slot, ChildPod.Builder> builder;
  private final Consumer<String> listener;
  private volatile @Nullable ChildPod pod;

  Slot(
      String name,
      int databasePort,
      List<Integer> redisPorts,
      Function<Slot, ChildPod.Builder> builder,
      Consumer<String> listener) {
    this.name = name;
    this.databaseLink = TcpProxy.to(databasePort);
    this.redisLinks = redisPorts.stream().map(TcpProxy::to).toList();
    this.builder = builder;
    this.listener = listener;
  }

  String name() {
    return name;
  }

  TcpProxy databaseLink() {
    return databaseLink;
  }

  List<TcpProxy> redisLinks() {
    return redisLinks;
  }

  /** Starts a pod if none lives here; returns when it is up. */
  synchronized void start() {
    ChildPod before = pod;
    if (before != null && before.isAlive()) {
      return;
    }
    ChildPod started = builder.apply(this).listener(listener).start();
    pod = started;
    started.awaitLine(HuntPod.READY, START_LIMIT);
  }

  /** Null before the first start. */
  private @Nullable ChildPod pod() {
    return pod;
  }

  boolean isAlive() {
    ChildPod current = pod();
    return current != null && current.isAlive();
  }

  /** Says it to the pod; false if nobody is there to hear it. */
  boolean type(String line) {
    ChildPod current = pod();
    if (current == null || !current.isAlive()) {
      return false;
    }
    try {
      current.type(line);
      return true;
    } catch (UncheckedIOException ended) {
      return false;
    }
  }

  void kill() {
    ChildPod current = pod();
    if (current != null) {
      current.kill();
    }
  }

  /** By SIGTERM; by SIGKILL if that takes too long. */
  void terminate() {
    ChildPod current = pod();
    if (current != null) {
      current.thaw();
      current.terminate();
      try {
        current.awaitExit(END_LIMIT);
      } catch (AssertionError tooLong) {
        current.kill();
      }
    }
  }

  void freeze() {
    ChildPod current = pod();
    if (current != null) {
      current.freeze();
    }
  }

  void thaw() {
    ChildPod current = pod();
    if (current != null) {
      current.thaw();
    }
  }

  /** All at once: frozen or cut off, it is neither any more. */
  void heal() {
    thaw();
    databaseLink.delay(Duration.ZERO);
    databaseLink.forward();
    redisLinks.forEach(TcpProxy::forward);
  }

  @Override
  public void close() {
    kill();
    databaseLink.close();
    redisLinks.forEach(TcpProxy::close);
  }
}
