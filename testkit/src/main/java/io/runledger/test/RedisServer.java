package io.runledger.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A real Redis on a free port of 127.0.0.1, for tests only, and the faults it may have.
 *
 * <p>Nothing is written to disk unless the arguments say so. Works on Linux and macOS, as root and
 * as a plain user. However this JVM ends, the server ends with it and its files are removed.
 */
public final class RedisServer implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);

  private final int port = FreePort.next();
  private final List<String> arguments;
  private final RedisProcess process;

  private RedisServer(@Nullable Path executable, List<String> arguments) {
    this.arguments = arguments;
    process = new RedisProcess(executable, port, arguments);
    awaitAnswer();
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param arguments as on the command line of {@code redis-server}, each word apart: {@code
   *     "--maxmemory", "1mb", "--maxmemory-policy", "noeviction"}
   * @throws IllegalStateException if it does not start; the message holds the server's log
   */
  public static RedisServer start(String... arguments) {
    return new RedisServer(null, List.of(arguments));
  }

  /**
   * As {@link #start(String...)}, of another Redis than the one that the test kit brings.
   *
   * @param executable a {@code redis-server}
   */
  public static RedisServer start(Path executable, String... arguments) {
    return new RedisServer(executable, List.of(arguments));
  }

  /** The port on 127.0.0.1. It stays the same over a restart. */
  public int port() {
    return port;
  }

  /** {@code redis://127.0.0.1:port}, without a password. */
  public String address() {
    return "redis://127.0.0.1:" + port;
  }

  /** The server's process, another one after a restart. */
  public synchronized long pid() {
    return process.pid();
  }

  /**
   * Runs one command on a connection of its own, with the password that {@code --requirepass} set.
   *
   * @param words the command and its arguments: {@code "SET", "key", "value"}
   * @return a String, a Long, a List of these, or null for Redis's nil
   * @throws RedisError if Redis answers with an error
   * @throws UncheckedIOException if the connection is refused or broken, or if Redis does not
   *     answer within 2 seconds (the cause is then a {@link java.net.SocketTimeoutException})
   */
  public @Nullable Object command(String... words) {
    try (RespConnection connection = new RespConnection(port, ANSWER_LIMIT)) {
      int password = arguments.indexOf("--requirepass") + 1;
      if (password > 0) {
        connection.call("AUTH", arguments.get(password));
      }
      return connection.call(words);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Redis on port " + port + " did not answer " + String.join(" ", words), e);
    }
  }

  /**
   * Freezes the server by SIGSTOP until {@link #resume()}: the kernel still accepts connections,
   * nobody answers.
   */
  public synchronized void hang() {
    process.send(Signal.STOP);
  }

  /** Lets a server go on that {@link #hang()} froze. */
  public synchronized void resume() {
    process.send(Signal.CONT);
  }

  /** Ends the server by SIGKILL; connections are refused from then on. */
  public synchronized void kill() {
    process.kill();
  }

  /** Kills the server if it runs and starts it again on the same port: empty, unless persistent. */
  public synchronized void restart() {
    process.kill();
    process.start();
    awaitAnswer();
  }

  /** Ends the server, frozen or not, and removes its files. */
  @Override
  public synchronized void close() {
    process.discard();
  }

  private void awaitAnswer() {
    try {
      Awaitility.await()
          .atMost(START_LIMIT)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(10))
          .until(() -> !process.isAlive() || answers());
    } catch (ConditionTimeoutException e) {
      throw failedStart(e);
    }
    if (!process.isAlive()) {
      throw failedStart(null);
    }
  }

  private boolean answers() {
    try {
      command("PING");
      return true;
    } catch (RedisError error) {
      // Any other error is an answer: a replica without its master gives one to PING.
      return !error.toString().contains("LOADING");
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }

  private IllegalStateException failedStart(@Nullable Exception cause) {
    String log = process.readLog();
    process.discard();
    return new IllegalStateException(
        "Redis did not start on port " + port + ". Its log:\n" + log, cause);
  }
}
