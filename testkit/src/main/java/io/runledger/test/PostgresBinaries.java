package io.runledger.test;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

/**
 * Where PostgreSQL is unpacked, once for all tests of a user.
 *
 * <p>A directory that nobody else can enter: others must not be able to put their programs in the
 * place of ours, nor could they refresh what we unpacked.
 */
final class PostgresBinaries {

  private PostgresBinaries() {}

  /**
   * @param ours a path that this process has created
   */
  static File directory(Path ours) throws IOException {
    UserPrincipal user = Files.getOwner(ours);
    Path home = Path.of(System.getProperty("java.io.tmpdir"), "runledger-" + user.getName());
    Files.createDirectories(
        home, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    if (!Files.getOwner(home).equals(user)) {
      throw new IOException(
          "%s belongs to %s, not to %s: no programs are started from it. Remove it, or set java.io.tmpdir"
              .formatted(home, Files.getOwner(home), user));
    }
    return home.resolve("postgres").toFile();
  }
}
