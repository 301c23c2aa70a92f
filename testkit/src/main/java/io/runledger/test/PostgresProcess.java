package io.runledger.test;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/** The processes and files of one PostgreSQL server. */
final class PostgresProcess {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration END_LIMIT = Duration.ofSeconds(30);

  private final int port;
  private final Map<String, String> settings;
  private final Path directory;
  private final Path data;
  private final Path log;
  private final File binaries;
  private final Guardian guardian;
  private @Nullable EmbeddedPostgres running;

  PostgresProcess(int port, Map<String, String> settings) {
    this.port = port;
    this.settings = Map.copyOf(settings);
    try {
      directory = Files.createTempDirectory("runledger-postgres-");
      data = directory.resolve("data");
      log = Files.createFile(directory.resolve("postgres.log"));
      binaries = PostgresBinaries.directory(log);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "no temporary directory for a PostgreSQL server: " + e.getMessage(), e);
    }
    guardian = Guardian.endingPostgres(directory);
  }

  /** The server's files. */
  Path data() {
    return data;
  }

  void start() {
    // To a file, not a pipe: a pipe that nobody empties any more would block the server.
    ProcessBuilder.Redirect toLog = ProcessBuilder.Redirect.appendTo(log.toFile());
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setPort(port)
            .setOverrideWorkingDirectory(binaries)
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setPGStartupWait(START_LIMIT)
            .setLocaleConfig("locale-provider", "builtin")
            .setLocaleConfig("builtin-locale", "C.UTF-8")
            .setLocaleConfig("locale", "C")
            .setServerConfig("max_connections", "300")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("unix_socket_directories", "")
            .setOutputRedirector(toLog)
            .setErrorRedirector(toLog);
    settings.forEach(builder::setServerConfig);
    try {
      running = builder.start();
    } catch (IOException | RuntimeException e) {
      String message =
          "PostgreSQL did not start on port %d. As root it needs 'unshare -U' to be allowed. Its log:%n%s"
              .formatted(port, readLog());
      discard();
      throw new IllegalStateException(message, e);
    }
  }

  /** Ends all sessions and stops in good order; kills what does not stop in time. */
  void stop() {
    resume();
    EmbeddedPostgres postgres = running;
    running = null;
    if (postgres == null) {
      return;
    }
    Optional<ProcessHandle> postmaster = postmaster();
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the PostgreSQL server on port " + port + " did not stop", e);
    }
    postmaster.ifPresent(this::kill);
  }

  /** Crashes the server. */
  void kill() {
    postmaster().ifPresent(this::kill);
    running = null;
    // close() was not called, for it would ask a dead server to stop: so its lock is still held.
    remove("epg-lock");
  }

  private void kill(ProcessHandle postmaster) {
    // It must not begin a session that we do not see: one that outlives it keeps its shared memory,
    // and the next server does not start.
    Signal.STOP.send(postmaster.pid());
    List<Long> all = new ArrayList<>(children(postmaster));
    all.add(postmaster.pid());
    Signal.KILL.send(all);
    Awaitility.await("the end of PostgreSQL's process " + postmaster.pid() + " and its sessions")
        .atMost(END_LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> all.stream().noneMatch(Liveness::isAlive));
    // The number may pass to a stranger, whom nobody shall take for our server.
    remove("postmaster.pid");
  }

  private void remove(String file) {
    try {
      Files.deleteIfExists(data.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " in " + data + " was not removed", e);
    }
  }

  void hang() {
    postmaster()
        .ifPresent(
            postmaster -> {
              // The parent first: it could start one more session while we stop the others.
              Signal.STOP.send(postmaster.pid());
              Signal.STOP.send(children(postmaster));
            });
  }

  void resume() {
    postmaster()
        .ifPresent(
            postmaster -> {
              Signal.CONT.send(children(postmaster));
              Signal.CONT.send(postmaster.pid());
            });
  }

  /** Ends the server and removes its files. */
  void discard() {
    stop();
    postmaster().ifPresent(this::kill);
    guardian.close();
    try {
      FileSystemUtils.deleteRecursively(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("the test server's files stay behind in " + directory, e);
    }
  }

  private Optional<ProcessHandle> postmaster() {
    try {
      String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip();
      return ProcessHandle.of(Long.parseLong(pid)).filter(found -> Liveness.isAlive(found.pid()));
    } catch (IOException | RuntimeException none) {
      return Optional.empty();
    }
  }

  private static List<Long> children(ProcessHandle postmaster) {
    return postmaster.descendants().map(ProcessHandle::pid).toList();
  }

  private String readLog() {
    try {
      return Files.readString(log, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "(unreadable: " + e + ")";
    }
  }
}
