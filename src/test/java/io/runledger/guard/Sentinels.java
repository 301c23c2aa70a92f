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

/** Three sentinels that watch one server under the name {@code locks}. */
final class Sentinels implements AutoCloseable {
  private final List<Integer> ports = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();
  private final Thread atExit = new Thread(this::kill);

  Sentinels(Path directory, RedisServer master) throws IOException {
    Runtime.getRuntime().addShutdownHook(atExit);
    String redis =
        ExecutableProvider.newJarResourceProvider(directory.toFile()).get().getAbsolutePath();
    for (int i = 0; i < 3; i++) {
      int port = FreePort.next();
      Path file =
          Files.writeString(
              directory.resolve("sentinel-" + port + ".conf"),
              """
              port %d
              bind 127.0.0.1
              sentinel monitor locks 127.0.0.1 %d 2
              """
                  .formatted(port, master.port()));
      ports.add(port);
      processes.add(
          new ProcessBuilder(redis, file.toString(), "--sentinel")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start());
    }
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> ports.stream().allMatch(this::knowsTheOthers));
  }

  /** They find each other through their master, a hello every two seconds. */
  private boolean knowsTheOthers(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(1_000);
      socket.getOutputStream().write("SENTINEL sentinels locks\r\n".getBytes(US_ASCII));
      String answer = new String(socket.getInputStream().readNBytes(2), US_ASCII);
      return answer.equals("*" + (ports.size() - 1));
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
