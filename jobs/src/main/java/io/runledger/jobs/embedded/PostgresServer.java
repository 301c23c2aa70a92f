package io.runledger.jobs.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

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
    Optional<PostmasterFile> found = find();
    if (found.isEmpty()) {
      start();
    }
    int portInUse = found.map(PostmasterFile::port).orElse(port);
    String password = home().secret().read();
    prepare(new PostgresSession(portInUse, password));
    return new Running(NAME, portInUse, password, found.isPresent());
  }

  /** Stops the server if it runs, and tells whether it did. */
  boolean stop() throws IOException {
    if (find().isEmpty()) {
      return false;
    }
    Program.End end =
        PostgresPrograms.of(directory)
            .pgCtl(List.of("stop", "-D", home().path().toString(), "-m", "fast", "-t", SECONDS));
    if (!end.isGood()) {
      throw new IOException("pg_ctl stop: " + end.words());
    }
    return true;
  }

  private Optional<PostmasterFile> find() throws IOException {
    Path path = home().path();
    return PostmasterFile.of(path)
        .filter(file -> Daemon.find(file.pid(), path, "postgres").isPresent());
  }

  private void start() throws IOException {
    new Port(port).requireFree(NAME, home().path(), EmbeddedSettings.POSTGRES_PORT);
    PostgresPrograms programs = PostgresPrograms.of(directory);
    home().prepare(programs);
    PostmasterFile.remove(home().path());
    Path log = directory.postgresLog();
    keepLast(log);
    Program.End end =
        programs.pgCtl(
            List.of(
                "start",
                "-D",
                home().path().toString(),
                "-l",
                log.toString(),
                "-t",
                SECONDS,
                "-o",
                OPTIONS.formatted(port)));
    if (!end.isGood()) {
      throw new EmbeddedServerException(
          "PostgreSQL did not start in %s. The last words of %s: %s"
              .formatted(home().path(), log, Program.tail(log)));
    }
  }

  private void prepare(PostgresSession session) throws IOException {
    try {
      Path served = session.prepare();
      if (!Files.isSameFile(served, home().path())) {
        throw new EmbeddedServerException(
            "The PostgreSQL on port %d serves %s and not %s; nothing was started."
                .formatted(session.port(), served, home().path()));
      }
    } catch (SQLException e) {
      throw new EmbeddedServerException(
          "PostgreSQL runs in %s, but does not answer on port %d: %s. Its log is %s."
              .formatted(home().path(), session.port(), e.getMessage(), directory.postgresLog()),
          e);
    }
  }

  private static void keepLast(Path log) throws IOException {
    if (Files.exists(log)) {
      Path last = log.resolveSibling(log.getFileName() + ".1");
      Files.move(log, last, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private PostgresHome home() {
    return new PostgresHome(directory.postgres());
  }
}
