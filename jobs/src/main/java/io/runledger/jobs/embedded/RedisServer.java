package io.runledger.jobs.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Redis server of a data directory, whoever started it. It keeps nothing on disk: it serves the
 * filter, whose locks mean nothing after a stop.
 *
 * <p>It turns itself into a daemon with a session of its own: a Ctrl-C or a kill of the
 * application's process group does not reach it.
 *
 * <p>Call it under the {@link StartLock} only.
 */
record RedisServer(Path home, Path programs, int port) {

  private static final Logger log = LoggerFactory.getLogger(RedisServer.class);
  private static final String NAME = "Redis";
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final String CONFIGURATION =
      """
      bind %s
      port %d
      requirepass %s
      daemonize %s
      dir "%s"
      pidfile "%s"
      logfile "%s"
      save ""
      appendonly no
      """;

  /**
   * Joins the server if it runs, else starts it.
   *
   * @return empty if it cannot run on this machine: the filter is then off, which is safe
   * @throws EmbeddedServerException if its port is taken
   */
  Optional<Running> open() throws IOException {
    if (process().isPresent()) {
      return Optional.of(new Running(NAME, portInUse(), secret().read(), true));
    }
    new Port(port).requireFree(NAME, home, EmbeddedSettings.REDIS_PORT);
    Files.createDirectories(home, DataDirectory.ownerOnlyDirectory());
    try {
      start();
      return Optional.of(new Running(NAME, port, secret().read(), false));
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("reason", e.getMessage())
          .log(
              """
              Embedded Redis did not start ({}). Jobs run as safely without it: the filter is off. \
              Set runledger.filter.nodes to a Redis of your own to have it on.""",
              e.getMessage());
      return Optional.empty();
    }
  }

  /** Stops the server if it runs. */
  void stop() throws IOException {
    process().ifPresent(ProcessHandle::destroy);
    if (!Patience.await(LIMIT, () -> process().isEmpty())) {
      // Frozen, or deaf for another reason. There is nothing in it to lose.
      process().ifPresent(ProcessHandle::destroyForcibly);
    }
    Files.deleteIfExists(pidFile());
  }

  private void start() throws IOException {
    Files.deleteIfExists(pidFile());
    secret().create();
    boolean isWindows = Platform.current().isWindows();
    writeConfiguration(!isWindows);
    List<String> command =
        List.of(RedisProgram.unpack(programs).toString(), configuration().toString());
    if (isWindows) {
      // Redis cannot be a daemon there, and writes no pid file.
      Process process =
          new ProcessBuilder(command)
              .directory(home.toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      Files.writeString(pidFile(), Long.toString(process.pid()), UTF_8);
    } else {
      Program.End end = Program.run(LIMIT, command);
      if (!end.isGood()) {
        throw new IOException(end.words());
      }
    }
    if (!Patience.await(LIMIT, this::isUp)) {
      throw new IOException("its last words: " + Program.tail(logFile()));
    }
  }

  private boolean isUp() {
    return process().isPresent() && new Port(port).accepts();
  }

  private Optional<ProcessHandle> process() {
    try {
      String pid = Files.exists(pidFile()) ? Files.readString(pidFile(), UTF_8).strip() : "";
      return pid.isEmpty()
          ? Optional.empty()
          : Daemon.find(Long.parseLong(pid), home, "redis-server");
    } catch (IOException | NumberFormatException e) {
      // Half written, or spoilt by a crash: then no server stands behind it.
      return Optional.empty();
    }
  }

  private void writeConfiguration(boolean asDaemon) throws IOException {
    Files.deleteIfExists(configuration());
    Files.createFile(configuration(), DataDirectory.ownerOnlyFile());
    Files.writeString(
        configuration(),
        CONFIGURATION.formatted(
            Port.HOST,
            port,
            secret().read(),
            asDaemon ? "yes" : "no",
            escaped(home),
            escaped(pidFile()),
            escaped(logFile())),
        UTF_8);
  }

  /** The port that the process which started it was given. */
  private int portInUse() throws IOException {
    return Files.readAllLines(configuration(), UTF_8).stream()
        .filter(line -> line.startsWith("port "))
        .mapToInt(line -> Integer.parseInt(line.substring("port ".length())))
        .findFirst()
        .orElse(port);
  }

  private static String escaped(Path path) {
    return path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
  }

  private Path configuration() {
    return home.resolve("redis.conf");
  }

  private Path pidFile() {
    return home.resolve("redis.pid");
  }

  private Path logFile() {
    return home.resolve("redis.log");
  }

  private Secret secret() {
    return new Secret(home.resolve("redis.password"));
  }
}
