package io.runledger.jobs.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs for one platform, packed on the class path. */
record PostgresArchive(URL location) {

  /**
   * Finds the archive for the platform.
   *
   * @throws EmbeddedServerException if there is none
   */
  static PostgresArchive of(Platform platform) {
    String name = "/postgres-%s-%s".formatted(platform.system(), platform.processor());
    URL location =
        PostgresArchive.class.getResource(
            name + (platform.isAlpine() ? "-alpine_linux" : "") + ".txz");
    if (location == null) {
      throw new EmbeddedServerException(
          """
          There is no embedded PostgreSQL for %s; nothing was started. Set spring.datasource.url to a \
          PostgreSQL of your own, or start on Linux or macOS (x86_64, arm64) or Windows (x86_64)."""
              .formatted(platform));
    }
    return new PostgresArchive(location);
  }

  /**
   * Unpacks it unless that was done before.
   *
   * @param parent gets a folder for this version of the archive
   * @return the folder with PostgreSQL's bin, lib and share
   */
  Path unpack(Path parent) throws IOException {
    Path home = parent.resolve("postgres-" + fingerprint());
    if (Files.exists(home)) {
      return home;
    }
    // Whole or not at all: a kill in the middle leaves a folder that nobody takes for the real one.
    Path draft = parent.resolve("postgres.new");
    FileSystemUtils.deleteRecursively(draft);
    Files.createDirectories(draft, DataDirectory.ownerOnlyDirectory());
    try (InputStream packed = new BufferedInputStream(location.openStream());
        TarArchiveInputStream archive = new TarArchiveInputStream(new XZInputStream(packed))) {
      for (TarArchiveEntry entry = next(archive); entry != null; entry = next(archive)) {
        unpack(archive, entry, draft);
      }
    }
    return Files.move(draft, home, StandardCopyOption.ATOMIC_MOVE);
  }

  private static @Nullable TarArchiveEntry next(TarArchiveInputStream archive) throws IOException {
    return archive.getNextEntry();
  }

  private static void unpack(TarArchiveInputStream archive, TarArchiveEntry entry, Path home)
      throws IOException {
    Path target = home.resolve(entry.getName()).normalize();
    if (!target.startsWith(home)) {
      throw new IOException("entry " + entry.getName() + " leads out of " + home);
    }
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.resolveSibling("."));
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else if (entry.isLink()) {
      Files.createLink(target, home.resolve(entry.getLinkName()).normalize());
    } else if (isNeeded(target)) {
      Files.copy(archive, target);
      if ((entry.getMode() & 0100) != 0 && !target.toFile().setExecutable(true)) {
        throw new IOException(target + " cannot be made executable");
      }
    }
  }

  /** A third of the archive is for those who link against PostgreSQL. */
  private static boolean isNeeded(Path file) {
    return !file.toString().endsWith(".a");
  }

  /** Tells versions of the archive apart without reading its 15 to 70 MB at each start. */
  private String fingerprint() throws IOException {
    URLConnection connection = location.openConnection();
    long mark =
        connection instanceof JarURLConnection jar
            ? jar.getJarEntry().getCrc()
            : connection.getContentLengthLong();
    return HexFormat.of().toHexDigits(mark, 8);
  }
}
