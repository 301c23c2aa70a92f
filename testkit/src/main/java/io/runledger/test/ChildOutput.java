package io.runledger.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The lines that a child writes, collected by a thread of its own. */
final class ChildOutput {

  private static final int LAST = 40;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private final List<String> lines = new ArrayList<>();
  private final Consumer<String> listener;
  private boolean hasEnded;

  /** The listener is told each line, on the thread that reads. */
  ChildOutput(Consumer<String> listener) {
    this.listener = listener;
  }

  void collect(InputStream input, String name) {
    Thread reader = new Thread(() -> read(input), name);
    reader.setDaemon(true);
    reader.start();
  }

  private void read(InputStream input) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String read = line;
        change(() -> lines.add(read));
        listener.accept(read);
      }
    } catch (IOException e) {
      change(() -> lines.add("(the output broke off: " + e + ")"));
    }
    change(() -> hasEnded = true);
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  List<String> lines() {
    lock.lock();
    try {
      return List.copyOf(lines);
    } finally {
      lock.unlock();
    }
  }

  boolean hasEnded() {
    lock.lock();
    try {
      return hasEnded;
    } finally {
      lock.unlock();
    }
  }

  /** The first such line, waiting for it; null if there is none when time or output ends. */
  @Nullable String await(Predicate<String> wanted, Duration limit) {
    lock.lock();
    try {
      long remaining = limit.toNanos();
      for (int next = 0; ; ) {
        for (; next < lines.size(); next++) {
          if (wanted.test(lines.get(next))) {
            return lines.get(next);
          }
        }
        if (hasEnded || remaining <= 0) {
          return null;
        }
        remaining = grown.awaitNanos(remaining);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until everything is read that the child wrote. */
  void awaitEnd(Duration limit) {
    var unused = await(line -> false, limit);
  }

  /** The last lines, for a message. */
  String tail() {
    List<String> all = lines();
    return String.join("\n", all.subList(Math.max(0, all.size() - LAST), all.size()));
  }
}
