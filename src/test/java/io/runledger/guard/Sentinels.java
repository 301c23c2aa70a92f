package io.runledger.guard;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;

import io.runledger.test.FreePort;
import io.runledger.test.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import redis.embedded.core.ExecutableProvider;

/** Three sentinels that watch one server under the name {@code locks}, once all are started. */
final class Sentinels implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final List<Integer> ports = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();
  private final Thread atExit = new Thread(this::kill);

  private final Path directory;
  private final RedisServer master;
  private final String redis;

  private Sentinels(Path directory, RedisServer master) throws IOException {
    this.directory = directory;
    this.master = master;
    this.redis =
        ExecutableProvider.newJarResourceProvider(directory.toFile()).get().getAbsolutePath();
    Runtime.getRuntime().addShutdownHook(atExit);
    for (int i = 0; i < 3; i++) {
      ports.add(FreePort.next());
    }
  }

  static Sentinels start(Path directory, RedisServer master) throws IOException {
    Sentinels sentinels = startOne(directory, master);
    sentinels.startTheOthers();
    return sentinels;
  }

  /** The first knows the master, and of no other sentinel; their addresses are settled. */
  static Sentinels startOne(Path directory, RedisServer master) throws IOException {
    Sentinels sentinels = new Sentinels(directory, master);
    int port = sentinels.ports.get(0);
    sentinels.start(port);
    await().atMost(LIMIT).until(() -> sentinels.knows(port, 0));
    return sentinels;
  }

  void startTheOthers() throws IOException {
    for (int port : ports.subList(1, ports.size())) {
      start(port);
    }
    await()
        .atMost(LIMIT)
        .until(() -> ports.stream().allMatch(port -> knows(port, ports.size() - 1)));
  }

  private void start(int port) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("sentinel-" + port + ".conf"),
            """
            port %d
            bind 127.0.0.1
            sentinel monitor locks 127.0.0.1 %d 2
            """
                .formatted(port, master.port()));
    processes.add(
        new ProcessBuilder(redis, file.toString(), "--sentinel")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** They find each other through their master, a hello every two seconds. */
  private boolean knows(int port, int others) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(1_000);
      socket.getOutputStream().write("SENTINEL sentinels locks\r\n".getBytes(US_ASCII));
      String answer = new String(socket.getInputStream().readNBytes(2), US_ASCII);
      return answer.equals("*" + others);
    } catch (IOException e) {
      return false;
    }
  }

  /** As YAML writes a list. */
  List<String> addresses() {
    return ports.stream().map(port -> "redis://127.0.0.1:" + port).toList();
  }

  void killOne() {
    processes.get(0).destroyForcibly();
  }

  private void kill() {
    processes.forEach(Process::destroyForcibly);
  }

  @Override
  public void close() {
    kill();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
