package io.runledger.guard;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * A lazy Redisson client until it connects. From then on Redisson reconnects by itself; before, it
 * may never: behind Sentinel it keeps the master that the first sentinel named, asks for no other
 * sentinels any more, and fails for ever on having too few. So a client that could not connect
 * makes room for a new one. Nothing was ever sent through it, so nothing is lost with it.
 *
 * <p>All but {@link #close()} is for one thread.
 */
final class FirstConnection {
  /** A client is a dozen threads: where many ask a dead node, not each gets one made. */
  private static final Duration BETWEEN_CLIENTS = Duration.ofSeconds(1);

  private static final Duration SHUTDOWN = Duration.ofMillis(500);

  private final Config config;
  private RedissonClient client;
  private boolean connected;
  private boolean closed;
  private long made = System.nanoTime();

  /**
   * Does not connect.
   *
   * @param config with lazy initialization
   */
  FirstConnection(Config config) {
    this.config = config;
    this.client = Redisson.create(config);
  }

  /**
   * The client, connected. The first call blocks until the connection stands or fails.
   *
   * @throws RuntimeException if it fails; the next call tries again, with a new client
   */
  RedissonClient client() {
    RedissonClient current = current();
    if (!connected) {
      try {
        connect(current);
      } catch (RuntimeException e) {
        renew();
        throw e;
      }
      connected = true;
    }
    return current;
  }

  private void renew() {
    long now = System.nanoTime();
    if (now - made < BETWEEN_CLIENTS.toNanos()) {
      return;
    }
    made = now;
    CompletionStage<Void> unused = shutDown(replace(Redisson.create(config)));
  }

  /** What is to be shut down: the client before, or the new one if nobody wants one any more. */
  private synchronized RedissonClient replace(RedissonClient next) {
    if (closed) {
      return next;
    }
    RedissonClient before = client;
    client = next;
    return before;
  }

  private synchronized RedissonClient current() {
    return client;
  }

  /** Redisson has no word for "connect": it is done by whoever asks for the servers. */
  private static void connect(RedissonClient client) {
    var unused = ((Redisson) client).getCommandExecutor().getConnectionManager().getEntrySet();
  }

  /** Ends renewals at once; the future ends when Redisson's threads have. */
  synchronized CompletionStage<Void> close() {
    closed = true;
    return shutDown(client);
  }

  private static CompletionStage<Void> shutDown(RedissonClient client) {
    return client.shutdownAsync(Duration.ZERO, SHUTDOWN);
  }
}
