package io.runledger.jobs.embedded;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;

/**
 * The one directory that holds all files of the embedded servers. Whoever can read it can read the
 * servers' passwords, so it is made for its owner alone.
 *
 * @param root absolute path
 */
record DataDirectory(Path root) {

  Path postgres() {
    return root.resolve("postgres");
  }

  Path postgresLog() {
    return root.resolve("postgres.log");
  }

  Path redis() {
    return root.resolve("redis");
  }

  /** Programs unpacked from the class path. */
  Path programs() {
    return root.resolve("bin");
  }

  /** One file for each process that uses the servers. */
  Path processes() {
    return root.resolve("processes");
  }

  /** Held while servers are started or stopped. */
  Path lock() {
    return root.resolve("lock");
  }

  /**
   * Makes the directories where they are missing.
   *
   * @throws EmbeddedServerException if they belong to another user
   */
  void prepare() throws IOException {
    UserPrincipal user = currentUser();
    for (Path directory : List.of(root, postgres(), redis(), programs(), processes())) {
      if (Files.exists(directory) && !Files.getOwner(directory).equals(user)) {
        throw ofAnotherUser(directory, Files.getOwner(directory).getName(), user);
      }
    }
    try {
      create(root);
      create(programs());
      create(processes());
    } catch (AccessDeniedException e) {
      throw new EmbeddedServerException(
          """
          %s (%s) cannot be created by user %s; nothing was started. Start in a directory that the \
          user may write to, or set %s to one."""
              .formatted(EmbeddedSettings.DATA, root, user.getName(), EmbeddedSettings.DATA),
          e);
    }
  }

  /** Asks first: createDirectories of Java 17 refuses a symbolic link to a directory. */
  private static void create(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, ownerOnlyDirectory());
    }
  }

  static FileAttribute<?>[] ownerOnlyDirectory() {
    return ownerOnly("rwx------");
  }

  static FileAttribute<?>[] ownerOnlyFile() {
    return ownerOnly("rw-------");
  }

  private static FileAttribute<?>[] ownerOnly(String permissions) {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      return new FileAttribute<?>[0];
    }
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
    };
  }

  /** As the file system sees it: the name in {@code user.name} is "?" for a user without entry. */
  private static UserPrincipal currentUser() throws IOException {
    Path own = Files.createTempFile("runledger", ".owner");
    try {
      return Files.getOwner(own);
    } finally {
      Files.delete(own);
    }
  }

  private static EmbeddedServerException ofAnotherUser(
      Path directory, String owner, UserPrincipal user) {
    return new EmbeddedServerException(
        """
        %s belongs to user %s, and this process runs as %s; nothing was started, for PostgreSQL \
        serves its owner only. Start as %s, or set %s to another directory."""
            .formatted(directory, owner, user.getName(), owner, EmbeddedSettings.DATA));
  }
}
