package io.runledger.lab.stage;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The {@code redis-server} of this machine; without one, the test kit's own is used. */
final class RedisBinary {

  private RedisBinary() {}

  static Optional<Path> onThePath() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, "redis-server"))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
