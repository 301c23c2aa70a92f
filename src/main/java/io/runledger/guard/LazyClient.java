package io.runledger.guard;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.RedisReconnectedException;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.WriteRedisConnectionException;
import org.redisson.config.Config;

/**
 * A Redisson client that never blocks who asks. A lazy client connects in the thread that asks
 * first, and keeps it until the connection stands or fails; so a thread of our own asks.
 */
final class LazyClient {
  /** How long a request may wait for the thread; who asked has given up by then. */
  private static final Duration LONGEST_WAIT = Duration.ofMillis(850);

  /** More requests than these wait only for a node that does not connect. */
  private static final int MOST_WAITING = 256;

  /** A first connection is slow in a JVM that starts; of a node that is away it is told soon. */
  private static final int MOST_TRIES_AHEAD = 3;

  /** What Redisson throws, rather than returns in a future, is thrown before anything is sent. */
  private static final class NeverSent extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NeverSent(Throwable cause) {
      super(cause);
    }
  }

  private final FirstConnection connection;
  private final ExecutorService thread;

  /**
   * Does not connect.
   *
   * @param name for the thread
   * @param config with lazy initialization
   */
  LazyClient(String name, Config config) {
    connection = new FirstConnection(config);
    thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            task -> {
              Thread asker = new Thread(task, "runledger-filter " + name);
              asker.setDaemon(true);
              return asker;
            });
  }

  /**
   * Begins to connect. Requests wait for that as they would for a connection of their own, and are
   * told if it fails; here nobody is.
   */
  void connect() {
    thread.execute(
        () -> {
          for (int tries = 0; tries < MOST_TRIES_AHEAD; tries++) {
            try {
              RedissonClient unused = connection.client();
              return;
            } catch (RuntimeException e) {
              // The next request tries again.
            }
          }
        });
  }

  /** Sends requests in the order of the calls. The future has no time limit of its own. */
  <T> CompletableFuture<T> ask(Function<RedissonClient, CompletionStage<T>> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    long asked = System.nanoTime();
    try {
      thread.execute(
          () -> {
            if (System.nanoTime() - asked > LONGEST_WAIT.toNanos()) {
              answer.completeExceptionally(new NeverSent(new TimeoutException()));
            } else {
              send(question, answer);
            }
          });
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(new NeverSent(e));
    }
    return answer;
  }

  private <T> void send(
      Function<RedissonClient, CompletionStage<T>> question, CompletableFuture<T> answer) {
    try {
      question
          .apply(connection.client())
          .whenComplete(
              (value, failure) -> {
                if (failure == null) {
                  answer.complete(value);
                } else {
                  answer.completeExceptionally(cause(failure));
                }
              });
    } catch (RuntimeException e) {
      answer.completeExceptionally(new NeverSent(e));
    }
  }

  /**
   * Whether a request that failed so may be carried out all the same, now or later. It may not if
   * it was never sent, or if Redis answered with an error.
   */
  static boolean mayBeCarriedOut(Throwable failure) {
    if (failure instanceof RedisException) {
      return failure instanceof RedisResponseTimeoutException
          || failure instanceof RedisReconnectedException
          || failure instanceof WriteRedisConnectionException;
    }
    // Redisson's lock strips the exception of Redisson that tells a connect from an answer.
    return !(failure instanceof NeverSent
        || failure instanceof ConnectException
        || failure instanceof UnknownHostException);
  }

  /** What went wrong, without what stages of futures wrap around it. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause(cause) : failure;
  }

  /** Ends renewals at once; the future ends when Redisson's threads have. */
  CompletionStage<Void> close() {
    thread.shutdownNow();
    return connection.close();
  }
}
