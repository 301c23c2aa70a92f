package io.runledger.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TcpProxyTest {

  private static final int PATIENCE_MILLIS = 300;

  private final AtomicInteger heard = new AtomicInteger();
  private ServerSocket echo;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(
        () -> {
          while (true) {
            Socket socket = echo.accept();
            heard.incrementAndGet();
            daemon(
                () -> {
                  try (socket) {
                    socket.getInputStream().transferTo(socket.getOutputStream());
                  } finally {
                    heard.decrementAndGet();
                  }
                });
          }
        });
    proxy = TcpProxy.to(echo.getLocalPort());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    echo.close();
  }

  @Test
  void bytes_pass_both_ways_and_so_does_the_end() throws IOException {
    try (Socket client = connect()) {
      assertThat(ask(client, 'a')).isEqualTo('a');
      assertThat(proxy.connections()).isEqualTo(1);
      client.shutdownOutput();
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
    await().until(() -> proxy.connections() == 0 && heard.get() == 0);
  }

  @Test
  void a_megabyte_arrives_as_it_was_sent() throws IOException {
    byte[] sent = new byte[1 << 20];
    for (int i = 0; i < sent.length; i++) {
      sent[i] = (byte) (i * 31 + i / 257);
    }
    try (Socket client = connect()) {
      daemon(() -> client.getOutputStream().write(sent));
      assertThat(client.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
    }
  }

  @Test
  void a_black_hole_swallows_until_it_forwards_again() throws IOException {
    try (Socket client = connect()) {
      assertThat(ask(client, 'a')).isEqualTo('a');

      proxy.blackhole();
      assertThatThrownBy(() -> ask(client, 'b')).isInstanceOf(SocketTimeoutException.class);
      proxy.forward();

      assertThat(client.getInputStream().read()).isEqualTo('b');
      assertThat(ask(client, 'c')).isEqualTo('c');
    }
  }

  @Test
  void a_black_hole_accepts_a_new_connection_of_which_the_target_hears_later() throws IOException {
    proxy.blackhole();
    try (Socket client = connect()) {
      assertThatThrownBy(() -> ask(client, 'a')).isInstanceOf(SocketTimeoutException.class);
      assertThat(heard).hasValue(0);

      proxy.forward();
      assertThat(client.getInputStream().read()).isEqualTo('a');
    }
  }

  @Test
  void behind_a_black_hole_the_target_does_not_hear_that_the_client_left() throws IOException {
    Socket client = connect();
    assertThat(ask(client, 'a')).isEqualTo('a');

    proxy.blackhole();
    client.close();
    await()
        .during(Duration.ofMillis(PATIENCE_MILLIS))
        .until(() -> heard.get() == 1 && proxy.connections() == 1);

    proxy.forward();
    await().until(() -> heard.get() == 0);
  }

  @Test
  void a_refusal_meets_new_connections_and_spares_open_ones() throws IOException {
    try (Socket client = connect()) {
      assertThat(ask(client, 'a')).isEqualTo('a');

      proxy.refuse();
      assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
      assertThat(ask(client, 'b')).isEqualTo('b');
      proxy.forward();
    }
    try (Socket client = connect()) {
      assertThat(ask(client, 'c')).isEqualTo('c');
    }
  }

  @Test
  void a_cut_resets_both_sides_at_once_even_in_a_black_hole() throws IOException {
    try (Socket client = connect();
        Socket held = connect()) {
      assertThat(ask(client, 'a')).isEqualTo('a');
      proxy.blackhole();
      held.getOutputStream().write('b');

      proxy.cut();

      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
      await().until(() -> proxy.connections() == 0 && heard.get() == 0);
      proxy.forward();
    }
    try (Socket client = connect()) {
      assertThat(ask(client, 'c')).isEqualTo('c');
    }
  }

  @Test
  void a_delay_holds_each_way_and_can_be_taken_away() throws IOException {
    try (Socket client = connect()) {
      client.setSoTimeout(5_000);
      proxy.delay(Duration.ofMillis(100));
      assertThat(timeToAsk(client)).isBetween(Duration.ofMillis(200), Duration.ofMillis(1_000));
      proxy.delay(Duration.ZERO);
      assertThat(timeToAsk(client)).isLessThan(Duration.ofMillis(100));
    }
  }

  @Test
  void behind_a_target_that_is_down_a_connection_is_reset() throws IOException {
    try (TcpProxy nowhere = TcpProxy.to(FreePort.next());
        Socket client = connect(nowhere.port())) {
      assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
    }
  }

  @Test
  void a_closed_proxy_refuses_and_has_cut_everything() throws IOException {
    try (Socket client = connect()) {
      assertThat(ask(client, 'a')).isEqualTo('a');
      proxy.close();
      assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
    }
    assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
  }

  private Duration timeToAsk(Socket client) throws IOException {
    long before = System.nanoTime();
    assertThat(ask(client, 'x')).isEqualTo('x');
    return Duration.ofNanos(System.nanoTime() - before);
  }

  private static int ask(Socket client, char letter) throws IOException {
    client.getOutputStream().write(letter);
    return client.getInputStream().read();
  }

  private Socket connect() throws IOException {
    return connect(proxy.port());
  }

  private static Socket connect(int port) throws IOException {
    Socket client = new Socket();
    client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2_000);
    client.setSoTimeout(PATIENCE_MILLIS);
    return client;
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // The end of a test.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
