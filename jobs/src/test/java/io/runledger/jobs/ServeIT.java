package io.runledger.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.jobs.CommandLine.Running;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application as it serves, with the configuration of this repository. */
class ServeIT {

  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

  private final Database database = PostgresServer.shared().newDatabase();
  private final HttpClient http = HttpClient.newHttpClient();
  private @TempDir Path folder;

  @Test
  void it_listens_here_alone_shows_health_to_all_and_takes_requests_from_whom_it_knows()
      throws Exception {
    try (CommandLine commands =
        new CommandLine(folder, database)
            .packed()
            .with("server.port", "0")
            .with("runledger.web.users[0].name", "olga")
            .with("runledger.web.users[0].password", "{noop}sesame")
            .with("runledger.web.users[0].role", "operator")) {
      int port = port(commands.start("serve"));
      String server = "http://127.0.0.1:" + port;

      assertThat(get(server + "/actuator/health").statusCode()).isEqualTo(200);
      assertThat(get(server + "/actuator/runledger").statusCode()).isEqualTo(200);
      assertThat(get(server + "/v3/api-docs").statusCode()).isEqualTo(404);
      assertThat(get(server + "/runledger/api/v1/runs").statusCode()).isEqualTo(401);
      assertThat(get(server + "/runledger/api/v1/openapi.json").statusCode()).isEqualTo(401);

      HttpRequest run =
          HttpRequest.newBuilder(URI.create(server + "/runledger/api/v1/runs"))
              .header(
                  "Authorization",
                  "Basic " + Base64.getEncoder().encodeToString("olga:sesame".getBytes(UTF_8)))
              .header("Content-Type", "application/json")
              .POST(
                  BodyPublishers.ofString(
                      "{\"job\": \"daily-statement\", \"batchDate\": \"2026-01-05\"}"))
              .build();
      HttpResponse<String> started = http.send(run, BodyHandlers.ofString());
      assertThat(started.statusCode()).as(started.body()).isEqualTo(202);
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> http.send(run, BodyHandlers.ofString()).body().contains("ALREADY_COMPLETED"));
      new Statements(database).assertOnceEach("2026-01-05");

      for (String address : otherAddresses()) {
        assertThatThrownBy(
                () -> {
                  try (Socket socket = new Socket()) {
                    socket.connect(new InetSocketAddress(address, port), 2_000);
                  }
                })
            .as(address)
            .isInstanceOf(ConnectException.class);
      }
    }
  }

  private static int port(Running serve) {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              assertThat(serve.process().isAlive()).as("it serves").isTrue();
              Matcher started = PORT.matcher(Files.readString(serve.out(), UTF_8));
              return started.find() ? Integer.parseInt(started.group(1)) : 0;
            },
            found -> found > 0);
  }

  private HttpResponse<String> get(String address) throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
  }

  /** Of this machine; none on one without a network. */
  private static List<String> otherAddresses() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(Inet4Address.class::isInstance)
        .filter(address -> !address.isLoopbackAddress())
        .map(address -> String.valueOf(address.getHostAddress()))
        .toList();
  }
}
