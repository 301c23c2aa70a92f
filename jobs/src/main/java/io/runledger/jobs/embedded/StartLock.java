package io.runledger.jobs.embedded;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Lets one process at a time start or stop servers in a data directory. The operating system frees
 * it when its holder dies, however it dies.
 */
record StartLock(Path file) {

  /** Longer than a start on a slow disk takes; a holder beyond it is stuck. */
  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** What is done under the lock. */
  @FunctionalInterface
  interface Action<T> {
    T run() throws IOException;
  }

  /**
   * Runs the action under the lock.
   *
   * @throws EmbeddedServerException if another process held it for 90 seconds
   */
  <T> T hold(Action<T> action) throws IOException {
    // A file lock belongs to the whole JVM, and closing any channel of the file drops it: contexts
    // of one JVM take turns before they open the file.
    synchronized (StartLock.class) {
      try (FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE)) {
        Attempt attempt = new Attempt(channel);
        if (!Patience.await(LIMIT, attempt)) {
          throw new EmbeddedServerException(
              """
              %s was held by another process for %d s, which is starting or stopping the embedded \
              servers and seems stuck; nothing was started. End that process and start again."""
                  .formatted(file, LIMIT.toSeconds()));
        }
        return action.run();
      }
    }
  }

  private static final class Attempt implements java.util.function.BooleanSupplier {

    private final FileChannel channel;
    private @Nullable FileLock lock;

    Attempt(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public boolean getAsBoolean() {
      try {
        lock = channel.tryLock();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return lock != null;
    }
  }
}
