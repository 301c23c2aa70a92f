package io.runledger.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import redis.embedded.core.ExecutableProvider;

/** The process and files of one Redis server. */
final class RedisProcess {

  private final Path directory;
  private final Guardian guardian;
  private final List<String> command = new ArrayList<>();
  private final Path log;
  private Process process;

  RedisProcess(@Nullable Path executable, int port, List<String> arguments) {
    try {
      directory = Files.createTempDirectory("runledger-redis-");
      guardian = Guardian.removing(directory);
      log = directory.resolve("redis.log");
      command.add((executable == null ? embedded(directory) : executable).toString());
    } catch (IOException e) {
      throw new UncheckedIOException("Redis was not unpacked to a temporary directory", e);
    }
    command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    command.addAll(List.of("--dir", directory.toString(), "--save", "", "--appendonly", "no"));
    command.addAll(List.of("--repl-diskless-sync-delay", "0"));
    command.addAll(arguments);
    process = launch();
  }

  /** The library's own server hides its process, which we must be able to signal. */
  static Path embedded(Path directory) throws IOException {
    return ExecutableProvider.newJarResourceProvider(directory.toFile()).get().toPath();
  }

  private Process launch() {
    try {
      Process redis =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      Guardian.killing(redis);
      return redis;
    } catch (IOException e) {
      throw new UncheckedIOException("Redis did not start: " + String.join(" ", command), e);
    }
  }

  /** The process must have ended. */
  void start() {
    process = launch();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  void send(Signal signal) {
    if (process.isAlive()) {
      signal.send(process.pid());
    }
  }

  void kill() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Redis, process " + pid() + ", still lives after SIGKILL");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while Redis, process " + pid() + ", ended", e);
    }
  }

  /** Ends the server and removes its files. */
  void discard() {
    kill();
    guardian.close();
    try {
      FileSystemUtils.deleteRecursively(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("the test server's files stay behind in " + directory, e);
    }
  }

  String readLog() {
    try {
      return Files.readString(log, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "(unreadable: " + e + ")";
    }
  }
}
