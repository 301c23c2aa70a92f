package io.runledger.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * What pg_basebackup does, which the embedded PostgreSQL does not bring: a copy of the files of a
 * server that runs, from which a physical replica starts.
 *
 * @param primary any database of the server
 * @param files its data directory
 */
record PhysicalBackup(Database primary, Path files) {

  /** Those of the primary's own processes. */
  private static final Set<String> NOT_OURS =
      Set.of("postmaster.pid", "postmaster.opts", "epg-lock");

  /** Their files are of the primary's sessions, or, the WAL, streamed from it. */
  private static final Set<String> EMPTIED =
      Set.of(
          "pg_wal",
          "pg_replslot",
          "pg_dynshmem",
          "pg_notify",
          "pg_serial",
          "pg_snapshots",
          "pg_stat_tmp",
          "pg_subtrans");

  /**
   * Fills a data directory.
   *
   * @param name the replica's, for {@code synchronous_standby_names}
   * @param link where the replica reaches the primary on 127.0.0.1
   */
  void into(Path data, String name, int link) {
    try (Connection session = primary.dataSource().getConnection();
        Statement statement = session.createStatement()) {
      statement.execute("SELECT pg_backup_start('replica', fast => true)");
      Files.createDirectory(
          data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      copyTo(data);
      try (ResultSet stopped =
          statement.executeQuery(
              "SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)")) {
        stopped.next();
        Files.writeString(data.resolve("backup_label"), stopped.getString(1));
      }
      Files.createFile(data.resolve("standby.signal"));
      Files.writeString(
          data.resolve("postgresql.auto.conf"),
          "primary_conninfo = 'host=127.0.0.1 port=%d user=%s application_name=%s'%n"
              .formatted(link, primary.user(), name),
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("the files of " + files + " were not copied", e);
    } catch (SQLException e) {
      throw new IllegalStateException(
          "the server on port " + primary.port() + " is not backed up", e);
    }
  }

  private void copyTo(Path data) throws IOException {
    Files.walkFileTree(
        files,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes unused)
              throws IOException {
            Path copy = data.resolve(files.relativize(directory));
            if (!copy.equals(data) && !Files.exists(copy)) {
              Files.createDirectory(copy);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes unused)
              throws IOException {
            Path relative = files.relativize(file);
            if (!NOT_OURS.contains(relative.toString())
                && !EMPTIED.contains(relative.getName(0).toString())) {
              try {
                Files.copy(file, data.resolve(relative));
              } catch (NoSuchFileException gone) {
                // Dropped meanwhile: the WAL tells the replica.
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
  }
}
