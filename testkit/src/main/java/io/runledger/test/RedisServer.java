package io.runledger.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import redis.embedded.core.ExecutableProvider;

/**
 * A real Redis on a free port of 127.0.0.1, for tests only, and the faults it may have.
 *
 * <p>Nothing is written to disk unless the arguments say so. Works on Linux and macOS, as root and
 * as a plain user. However this JVM ends, the server ends with it and its files are removed.
 */
public final class RedisServer implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(20);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);

  private final int port = FreePort.next();
  private final List<String> arguments;
  private final Path directory;
  private final Path executable;
  private final Path log;
  private final Guardian guardian;
  private Process process;

  private RedisServer(List<String> arguments) {
    this.arguments = List.copyOf(arguments);
    try {
      directory = Files.createTempDirectory("runledger-redis-");
      // The library's own server class hides its process, which we must be able to signal.
      executable = ExecutableProvider.newJarResourceProvider(directory.toFile()).get().toPath();
      log = directory.resolve("redis.log");
      process = launch();
    } catch (IOException e) {
      throw new UncheckedIOException("Redis could not be started", e);
    }
    guardian = Guardian.removing(directory);
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param arguments as on the command line of {@code redis-server}, each word apart: {@code
   *     "--maxmemory", "1mb", "--maxmemory-policy", "noeviction"}
   * @throws IllegalStateException if it does not start; the message holds the server's log
   */
  public static RedisServer start(String... arguments) {
    RedisServer server = new RedisServer(List.of(arguments));
    server.awaitAnswer();
    return server;
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
   * @param words the command and its arguments, {@code "SET", "key", "value"}
   * @return a String, a Long, a List of these, or null for Redis's nil
   * @throws RedisError if Redis answers with an error
   * @throws UncheckedIOException if the connection is refused, broken, or if Redis does not answer
   *     within 2 seconds (the cause is then a {@link java.net.SocketTimeoutException})
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
    Signal.STOP.send(process.pid());
  }

  /** Lets a server go on that {@link #hang()} froze. */
  public synchronized void resume() {
    Signal.CONT.send(process.pid());
  }

  /** Ends the server by SIGKILL; connections are refused from then on. */
  public synchronized void kill() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Redis's process " + process.pid() + " survived SIGKILL");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills the server if it runs and starts it again on the same port: empty, unless persistent. */
  public synchronized void restart() {
    kill();
    try {
      process = launch();
    } catch (IOException e) {
      throw new UncheckedIOException("Redis could not be started again", e);
    }
    awaitAnswer();
  }

  /** Ends the server, frozen or not, and removes its files. */
  @Override
  public synchronized void close() {
    kill();
    guardian.close();
    try {
      FileSystemUtils.deleteRecursively(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("the test server's files stay behind in " + directory, e);
    }
  }

  private Process launch() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(executable.toString());
    command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    command.addAll(List.of("--dir", directory.toString(), "--save", "", "--appendonly", "no"));
    command.addAll(List.of("--repl-diskless-sync-delay", "0"));
    command.addAll(arguments);
    Process redis =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Guardian.killing(redis);
    return redis;
  }

  private void awaitAnswer() {
    try {
      Awaitility.await()
          .atMost(START_LIMIT)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(10))
          .until(() -> !process.isAlive() || answers());
    } catch (ConditionTimeoutException late) {
      throw failedStart();
    }
    if (!process.isAlive()) {
      throw failedStart();
    }
  }

  private boolean answers() {
    try {
      command("PING");
      return true;
    } catch (RedisError error) {
      return !error.toString().contains("LOADING");
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }

  private IllegalStateException failedStart() {
    String text;
    try {
      text = Files.readString(log, StandardCharsets.UTF_8);
    } catch (IOException e) {
      text = "(unreadable: " + e + ")";
    }
    close();
    return new IllegalStateException("Redis did not start on port " + port + ". Its log:\n" + text);
  }
}
