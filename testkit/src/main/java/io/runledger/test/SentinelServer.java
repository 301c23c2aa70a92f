package io.runledger.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * A real Redis Sentinel on a free port of 127.0.0.1, for tests only. Several that watch one master
 * find each other through it, within about two seconds.
 */
public final class SentinelServer implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final int port = FreePort.next();
  private final String group;
  private final Path directory;
  private final Guardian guardian;
  private final Process process;
  private final ChildOutput output;

  private SentinelServer(
      @Nullable Path executable, String group, List<String> settings, Consumer<String> listener) {
    this.group = group;
    output = new ChildOutput(listener);
    try {
      directory = Files.createTempDirectory("runledger-sentinel-");
      guardian = Guardian.removing(directory);
      Path binary = executable == null ? RedisProcess.embedded(directory) : executable;
      Path file = directory.resolve("sentinel.conf");
      Files.writeString(file, "port %d%nbind 127.0.0.1%ndir %s%n".formatted(port, directory));
      Files.write(file, settings, StandardOpenOption.APPEND);
      process =
          new ProcessBuilder(binary.toString(), file.toString(), "--sentinel")
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("a Sentinel of " + group + " did not start", e);
    }
    Guardian.killing(process);
    output.collect(process.getInputStream(), "runledger-sentinel-" + port);
  }

  /**
   * Starts a Sentinel.
   *
   * @param executable a {@code redis-server}, or null for the one that the test kit brings
   * @param group the name under which clients ask for the master
   * @param masterPort where the master listens on 127.0.0.1
   * @param quorum how many Sentinels have to agree that the master is gone
   * @param downAfter how long the master may be silent
   * @param failoverTimeout Sentinel's {@code failover-timeout}
   * @param listener is told each line of its log
   */
  public static SentinelServer start(
      @Nullable Path executable,
      String group,
      int masterPort,
      int quorum,
      Duration downAfter,
      Duration failoverTimeout,
      Consumer<String> listener) {
    return new SentinelServer(
        executable,
        group,
        List.of(
            "sentinel monitor %s 127.0.0.1 %d %d".formatted(group, masterPort, quorum),
            "sentinel down-after-milliseconds %s %d".formatted(group, downAfter.toMillis()),
            "sentinel failover-timeout %s %d".formatted(group, failoverTimeout.toMillis())),
        listener);
  }

  /** The port on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** {@code redis://127.0.0.1:port}. */
  public String address() {
    return "redis://127.0.0.1:" + port;
  }

  /**
   * Waits until it knows so many replicas of the master and so many other Sentinels: before that it
   * can elect nobody.
   *
   * @throws IllegalStateException if it does not within a minute; the message holds its log
   */
  public void awaitKnows(int replicas, int others) {
    try {
      Awaitility.await()
          .atMost(LIMIT)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> count("REPLICAS") == replicas && count("SENTINELS") == others);
    } catch (ConditionTimeoutException e) {
      throw new IllegalStateException(
          "the Sentinel on port %d does not know %d replicas and %d others of %s. Its log:%n%s"
              .formatted(port, replicas, others, group, output.tail()),
          e);
    }
  }

  private int count(String what) {
    return command("SENTINEL", what, group) instanceof List<?> known ? known.size() : -1;
  }

  /** Which port of 127.0.0.1 it calls the master's; 0 if it gives no answer. */
  public int masterPort() {
    return command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", group) instanceof List<?> address
        ? Integer.parseInt(String.valueOf(address.get(1)))
        : 0;
  }

  private @Nullable Object command(String... words) {
    try (RespConnection connection = new RespConnection(port, Duration.ofSeconds(2))) {
      return connection.call(words);
    } catch (IOException | RedisError noAnswer) {
      return null;
    }
  }

  /** Ends the Sentinel by SIGKILL. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Ends the Sentinel and removes its files. */
  @Override
  public void close() {
    kill();
    output.awaitEnd(LIMIT);
    guardian.close();
    try {
      FileSystemUtils.deleteRecursively(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("the Sentinel's files stay behind in " + directory, e);
    }
  }
}
