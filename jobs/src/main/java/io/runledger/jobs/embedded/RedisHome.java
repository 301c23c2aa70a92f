package io.runledger.jobs.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that Redis works in: how it was configured, its process, its log, its password. */
record RedisHome(Path path) {

  private static final String CONFIGURATION =
      """
      bind %s
      port %d
      requirepass %s
      daemonize %s
      dir "%s"
      pidfile "%s"
      logfile "%s"
      save ""
      appendonly no
      """;

  Path configuration() {
    return path.resolve("redis.conf");
  }

  Path pidFile() {
    return path.resolve("redis.pid");
  }

  Path log() {
    return path.resolve("redis.log");
  }

  Secret secret() {
    return new Secret(path.resolve("redis.password"));
  }

  /** Makes it ready for a start, with a new password. */
  void prepare(int port, boolean asDaemon) throws IOException {
    Files.createDirectories(path, DataDirectory.ownerOnlyDirectory());
    Files.deleteIfExists(pidFile());
    Files.deleteIfExists(log());
    secret().create();
    Files.deleteIfExists(configuration());
    Files.createFile(configuration(), DataDirectory.ownerOnlyFile());
    Files.writeString(
        configuration(),
        CONFIGURATION.formatted(
            Port.HOST,
            port,
            secret().read(),
            asDaemon ? "yes" : "no",
            escaped(path),
            escaped(pidFile()),
            escaped(log())),
        UTF_8);
  }

  /** The port that it was last configured with. */
  int port() throws IOException {
    return Files.readAllLines(configuration(), UTF_8).stream()
        .filter(line -> line.startsWith("port "))
        .mapToInt(line -> Integer.parseInt(line.substring("port ".length())))
        .findFirst()
        .orElseThrow(() -> new IOException(configuration() + " names no port"));
  }

  private static String escaped(Path path) {
    return path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
