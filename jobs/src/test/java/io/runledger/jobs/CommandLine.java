package io.runledger.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.test.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The application as people start it, from the repository's root, with its two streams kept apart.
 */
final class CommandLine implements AutoCloseable {

  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final List<String> FAST = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path folder;
  private final List<String> jvm = new ArrayList<>(FAST);
  private List<String> program = UnpackedJar.options();
  private final List<String> properties = new ArrayList<>();
  private final List<Running> started = new ArrayList<>();

  /**
   * @param folder where the output is kept
   */
  CommandLine(Path folder, Database database) {
    this.folder = folder;
    with("spring.datasource.url", database.jdbcUrl());
    with("spring.datasource.username", database.user());
    with("spring.datasource.password", database.password());
    with("runledger.jobs.daily-statement.lease", "2s");
    // However this JVM ends, its children do not stay.
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "command-line-stop"));
  }

  CommandLine with(String property, String value) {
    properties.add("--" + property + "=" + value);
    return this;
  }

  /** Starts the one jar that is delivered, not what it was unpacked to. */
  CommandLine packed() {
    program = List.of("-jar", UnpackedJar.JAR.toString());
    return this;
  }

  /** In place of the options that make a short-lived JVM start fast. */
  CommandLine withJvm(String... options) {
    jvm.clear();
    jvm.addAll(List.of(options));
    return this;
  }

  /** What a command said, and how it ended. */
  record Said(int code, String out, String err) {

    /** Fails unless standard output is one JSON value and nothing else. */
    JsonNode json() {
      return JSON.readTree(out);
    }

    Said exitsWith(int expected) {
      assertThat(code).as("exit code; out:%n%s%nerr:%n%s", out, err).isEqualTo(expected);
      return this;
    }
  }

  /** A command that has not ended yet. */
  record Running(Process process, Path out, Path err) {

    Said await() {
      try {
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
          throw new AssertionError("still runs after " + LIMIT + ": " + read(out) + read(err));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
      return new Said(process.exitValue(), read(out), read(err));
    }

    private static String read(Path file) {
      try {
        return Files.readString(file, UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  Said run(String... arguments) {
    return start(arguments).await();
  }

  Running start(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(JAVA);
    command.addAll(jvm);
    command.addAll(program);
    command.addAll(List.of(arguments));
    command.addAll(properties);
    try {
      Path out = Files.createTempFile(folder, "out", ".txt");
      Path err = Files.createTempFile(folder, "err", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(ROOT.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      clean(builder.environment());
      Running running = new Running(builder.start(), out, err);
      started.add(running);
      return running;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whoever runs these tests with a database at hand still tests the same. */
  static void clean(Map<String, String> environment) {
    environment
        .keySet()
        .removeIf(name -> name.startsWith("SPRING_") || name.startsWith("RUNLEDGER_"));
  }

  @Override
  public void close() {
    started.forEach(running -> running.process().destroyForcibly());
  }
}
