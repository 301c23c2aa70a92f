package io.runledger.jobs.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A server's password, in a file for its owner alone. Any user of the machine can reach the port;
 * whoever commands the server can make it write files and run programs as the user that it runs as.
 */
record Secret(Path file) {

  private static final int BYTES = 24;

  /** Makes a new password. */
  void create() throws IOException {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    Files.deleteIfExists(file);
    Files.createFile(file, DataDirectory.ownerOnlyFile());
    // URL-safe, since it travels in a Redis address.
    Files.writeString(file, Base64.getUrlEncoder().encodeToString(random), US_ASCII);
  }

  String read() throws IOException {
    return Files.readString(file, US_ASCII).strip();
  }
}
