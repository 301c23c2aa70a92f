package io.runledger.jobs.embedded;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/** The Redis server's executable for this platform, packed on the class path. */
final class RedisProgram {

  private RedisProgram() {}

  /**
   * Unpacks it unless that was done before.
   *
   * @return the executable
   * @throws FileNotFoundException if there is none for this platform
   */
  static Path unpack(Path parent) throws IOException {
    OsArchitecture platform = OsArchitecture.detectOSandArchitecture();
    String resource = ExecutableProvider.newProvidedVersionsMap().get(platform);
    if (resource == null) {
      throw new FileNotFoundException("there is none for " + Platform.current());
    }
    // The resource's name holds the version.
    Path program = parent.resolve(resource.substring(1));
    if (!Files.exists(program)) {
      Path draft = parent.resolve("redis.new");
      try (InputStream packed = RedisProgram.class.getResourceAsStream(resource)) {
        if (packed == null) {
          throw new FileNotFoundException(resource + " is not on the class path");
        }
        Files.copy(packed, draft, StandardCopyOption.REPLACE_EXISTING);
      }
      if (!draft.toFile().setExecutable(true)) {
        throw new IOException(draft + " cannot be made executable");
      }
      Files.move(draft, program, StandardCopyOption.ATOMIC_MOVE);
    }
    return program;
  }
}
