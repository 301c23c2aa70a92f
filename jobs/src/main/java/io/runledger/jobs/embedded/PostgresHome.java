package io.runledger.jobs.embedded;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.springframework.util.FileSystemUtils;

/**
 * The folder that PostgreSQL keeps its databases in, and beside them the password of their owner.
 */
record PostgresHome(Path path) {

  private static final String VERSION = "18";
  private static final String DRAFT = "postgres.new";

  Secret secret() {
    return new Secret(path.resolve("runledger.password"));
  }

  /**
   * Makes it if it is missing.
   *
   * @throws EmbeddedServerException if what is there was made by something else
   */
  void prepare(PostgresPrograms programs) throws IOException {
    if (Files.exists(path)) {
      requireOurs();
    } else {
      create(programs);
    }
  }

  /** Whole or not at all: a kill in the middle must not leave half a database. */
  private void create(PostgresPrograms programs) throws IOException {
    removeDrafts();
    // With a name of its own: an initdb whose parent was killed may still write to the last one.
    Path draft =
        Files.createTempDirectory(path.getParent(), DRAFT, DataDirectory.ownerOnlyDirectory());
    Path home = draft.resolve("home");
    Secret password = new Secret(draft.resolve("password"));
    password.create();
    Program.End end =
        programs.initdb(
            List.of(
                "--pgdata=" + home,
                "--username=" + PostgresSession.USER,
                "--pwfile=" + password.file(),
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                // The same order of text on every machine, whatever locales it has.
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8"));
    if (!end.isGood()) {
      throw new EmbeddedServerException(
          "PostgreSQL's initdb failed for %s; nothing was started. Its last words: %s"
              .formatted(path, end.words()));
    }
    Files.move(password.file(), home.resolve(secret().file().getFileName()));
    Files.move(home, path, StandardCopyOption.ATOMIC_MOVE);
    Files.delete(draft);
  }

  private void removeDrafts() throws IOException {
    try (DirectoryStream<Path> drafts = Files.newDirectoryStream(path.getParent(), DRAFT + "*")) {
      for (Path draft : drafts) {
        FileSystemUtils.deleteRecursively(draft);
      }
    }
  }

  private void requireOurs() throws IOException {
    Path file = path.resolve("PG_VERSION");
    String version = Files.exists(file) ? Files.readString(file).strip() : "none";
    if (!version.equals(VERSION) || !Files.exists(secret().file())) {
      throw new EmbeddedServerException(
          """
          %s was not made by this application with PostgreSQL %s (version found: %s); nothing was \
          started. Move it away, or set %s to another directory."""
              .formatted(path, VERSION, version, EmbeddedSettings.DATA));
    }
  }
}
