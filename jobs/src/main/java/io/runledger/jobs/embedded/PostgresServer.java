package io.runledger.jobs.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.util.FileSystemUtils;

/**
 * The PostgreSQL server of a data directory, whoever started it.
 *
 * <p>It is started and stopped by {@code pg_ctl}, which gives it a session of its own: a Ctrl-C or
 * a kill of the application's process group does not reach it, and any process can stop it.
 *
 * <p>Call it under the {@link StartLock} only.
 */
record PostgresServer(DataDirectory directory, int port) {

  private static final String NAME = "PostgreSQL";
  private static final String VERSION = "18";
  private static final String SECONDS = "60";

  /** On the command line, where neither postgresql.conf nor ALTER SYSTEM can undo them. */
  private static final String OPTIONS =
      String.join(
          " ",
          "-c port=%d",
          "-c listen_addresses=" + Port.HOST,
          "-c unix_socket_directories=",
          "-c fsync=on",
          "-c full_page_writes=on",
          "-c synchronous_commit=on",
          "-c max_connections=200");

  /** Joins the server if it runs, else starts it; on the first start makes it. */
  Running open() throws IOException {
    Optional<PostmasterFile> found = running();
    if (found.isEmpty()) {
      start();
    }
    int actualPort = found.map(PostmasterFile::port).orElse(port);
    String password = secret().read();
    prepare(new PostgresSession(actualPort, password));
    return new Running(NAME, actualPort, password, found.isPresent());
  }

  /** Stops the server if it runs. */
  void stop() throws IOException {
    if (running().isEmpty()) {
      return;
    }
    Program.End end =
        PostgresPrograms.of(directory)
            .pgCtl(List.of("stop", "-D", home(), "-m", "fast", "-w", "-t", SECONDS));
    if (!end.isGood()) {
      throw new IOException("pg_ctl stop: " + end.words());
    }
  }

  private Optional<PostmasterFile> running() throws IOException {
    Path home = directory.postgres();
    return PostmasterFile.of(home)
        .filter(file -> Daemon.find(file.pid(), home, "postgres").isPresent());
  }

  private void start() throws IOException {
    new Port(port).requireFree(NAME, directory.postgres(), EmbeddedSettings.POSTGRES_PORT);
    PostgresPrograms programs = PostgresPrograms.of(directory);
    if (Files.exists(directory.postgres())) {
      requireVersion();
      PostmasterFile.remove(directory.postgres());
    } else {
      create(programs);
    }
    keepLastLog();
    Program.End end =
        programs.pgCtl(
            List.of(
                "start",
                "-D",
                home(),
                "-l",
                directory.postgresLog().toString(),
                "-w",
                "-t",
                SECONDS,
                "-o",
                OPTIONS.formatted(port)));
    if (!end.isGood()) {
      throw new EmbeddedServerException(
          "PostgreSQL did not start in %s; its last words in %s: %s"
              .formatted(home(), directory.postgresLog(), Program.tail(directory.postgresLog())));
    }
  }

  private void create(PostgresPrograms programs) throws IOException {
    // Whole or not at all: a kill in the middle must not leave half a database.
    Path draft = directory.root().resolve("postgres.new");
    Secret secret = new Secret(directory.root().resolve("postgres.new.password"));
    FileSystemUtils.deleteRecursively(draft);
    secret.create();
    Program.End end =
        programs.initdb(
            List.of(
                "--pgdata=" + draft,
                "--username=" + PostgresSession.USER,
                "--pwfile=" + secret.file(),
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                // The same order of text on every machine, whatever locales it has.
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8"));
    if (!end.isGood()) {
      throw new EmbeddedServerException(
          "PostgreSQL's initdb failed in %s: %s".formatted(draft, end.words()));
    }
    Files.move(secret.file(), draft.resolve(secret().file().getFileName()));
    Files.move(draft, directory.postgres(), StandardCopyOption.ATOMIC_MOVE);
  }

  private void requireVersion() throws IOException {
    Path file = directory.postgres().resolve("PG_VERSION");
    String version = Files.exists(file) ? Files.readString(file).strip() : "no version";
    if (!version.equals(VERSION) || !Files.exists(secret().file())) {
      throw new EmbeddedServerException(
          """
          %s holds no database that this application made with PostgreSQL %s (found: %s); nothing was \
          started. Move it away, or set %s to another directory."""
              .formatted(home(), VERSION, version, EmbeddedSettings.DATA));
    }
  }

  private void prepare(PostgresSession session) throws IOException {
    try {
      Path served = session.prepare();
      if (!Files.isSameFile(served, directory.postgres())) {
        throw new EmbeddedServerException(
            "The PostgreSQL on port %d serves %s and not %s; nothing was started."
                .formatted(session.port(), served, home()));
      }
    } catch (SQLException e) {
      throw new EmbeddedServerException(
          "PostgreSQL runs in %s, but does not answer on port %d (%s). Its log is %s."
              .formatted(home(), session.port(), e.getMessage(), directory.postgresLog()),
          e);
    }
  }

  private void keepLastLog() throws IOException {
    Path log = directory.postgresLog();
    if (Files.exists(log)) {
      Files.move(
          log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private Secret secret() {
    return new Secret(directory.postgres().resolve("runledger.password"));
  }

  private String home() {
    return directory.postgres().toString();
  }
}
