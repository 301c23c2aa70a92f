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
 *
 * @param programs where its executable is unpacked
 */
record RedisServer(RedisHome home, Path programs, int port) {

  private static final Logger log = LoggerFactory.getLogger(RedisServer.class);
  private static final String NAME = "Redis";
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /**
   * Joins the server if it runs, else starts it.
   *
   * @return empty if it cannot run on this machine: the filter is then off, which is safe
   * @throws EmbeddedServerException if its port is taken
   */
  Optional<Running> open() throws IOException {
    if (find().isPresent()) {
      return Optional.of(new Running(NAME, home.port(), home.secret().read(), true));
    }
    new Port(port).requireFree(NAME, home.path(), EmbeddedSettings.REDIS_PORT);
    try {
      start();
      return Optional.of(new Running(NAME, port, home.secret().read(), false));
    } catch (IOException e) {
      log.atWarn()
          .log(
              """
              Embedded Redis did not start: {}. Jobs are as safe without it, the filter is off; set \
              runledger.filter.nodes to a Redis of your own to have it on.""",
              e.getMessage());
      return Optional.empty();
    }
  }

  /** Stops the server if it runs. */
  void stop() throws IOException {
    find().ifPresent(ProcessHandle::destroy);
    if (!Patience.await(LIMIT, () -> find().isEmpty())) {
      // Frozen, or deaf for another reason. There is nothing in it to lose.
      find().ifPresent(ProcessHandle::destroyForcibly);
    }
    Files.deleteIfExists(home.pidFile());
  }

  private void start() throws IOException {
    boolean isWindows = Platform.current().isWindows();
    home.prepare(port, !isWindows);
    List<String> command =
        List.of(RedisProgram.unpack(programs).toString(), home.configuration().toString());
    if (isWindows) {
      startInFront(command);
    } else {
      Program.End end = Program.run(LIMIT, command);
      if (!end.isGood()) {
        throw new IOException(end.words() + " " + Program.tail(home.log()));
      }
    }
    if (!Patience.await(LIMIT, () -> find().isPresent() && new Port(port).accepts())) {
      throw new IOException("its last words are " + Program.tail(home.log()));
    }
  }

  /** On Windows Redis cannot be a daemon, and writes no pid file. */
  private void startInFront(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .directory(home.path().toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Files.writeString(home.pidFile(), Long.toString(process.pid()), UTF_8);
  }

  private Optional<ProcessHandle> find() {
    try {
      return Files.exists(home.pidFile())
          ? Daemon.find(
              Long.parseLong(Files.readString(home.pidFile(), UTF_8).strip()),
              home.path(),
              "redis-server")
          : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      // Just removed, half written, or spoilt by a crash: no server stands behind it.
      return Optional.empty();
    }
  }
}
