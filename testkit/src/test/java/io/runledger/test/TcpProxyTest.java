package io.runledger.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TcpProxyTest {

  private static final int LONG_ENOUGH_MILLIS = 300;
  private static final Duration DELAY = Duration.ofMillis(300);

  private final AtomicInteger heard = new AtomicInteger();
  private final List<Integer> sources = new CopyOnWriteArrayList<>();
  private ServerSocket echo;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(
        () -> {
          while (true) {
            Socket socket = echo.accept();
            sources.add(socket.getPort());
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
    await().atMost(Duration.ofMinutes(1)).until(() -> proxy.connections() == 0 && heard.get() == 0);
  }

  @Test
  void redirected_it_leads_new_connections_elsewhere_and_leaves_open_ones() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Socket before = connect()) {
      ask(before, 'a');
      proxy.redirect(other.getLocalPort());
      try (Socket after = connect();
          Socket arrived = other.accept()) {
        arrived.getOutputStream().write('z');
        assertThat(ask(after, 'b')).isEqualTo('z');
      }
      assertThat(ask(before, 'c')).isEqualTo('c');
    }
  }

  @Test
  void one_connection_can_be_lost_while_the_others_go_on() throws IOException {
    try (Socket lost = connect()) {
      // Connected one after the other, so that the first source is the first's.
      ask(lost, 'a');
      try (Socket other = connect()) {
        ask(other, 'b');
        proxy.hold(sources.get(0));
        lost.setSoTimeout(LONG_ENOUGH_MILLIS);
        assertThatThrownBy(() -> ask(lost, 'c')).isInstanceOf(SocketTimeoutException.class);
        assertThat(ask(other, 'd')).isEqualTo('d');
        assertThatThrownBy(() -> proxy.hold(1)).hasMessageContaining("from no port 1");
      }

      proxy.cut();
      assertThatThrownBy(() -> ask(lost, 'e')).isInstanceOf(SocketException.class);
    }
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
      assertNoAnswer(client, 'b');
      proxy.forward();

      assertThat(client.getInputStream().read()).isEqualTo('b');
      assertThat(ask(client, 'c')).isEqualTo('c');
    }
  }

  @Test
  void a_black_hole_accepts_a_new_connection_of_which_the_target_hears_later() throws IOException {
    proxy.blackhole();
    try (Socket client = connect()) {
      assertNoAnswer(client, 'a');
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
        .atMost(Duration.ofMinutes(1))
        .during(Duration.ofMillis(LONG_ENOUGH_MILLIS))
        .until(() -> heard.get() == 1 && proxy.connections() == 1);

    proxy.forward();
    await().atMost(Duration.ofMinutes(1)).until(() -> heard.get() == 0);
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
    try (Socket client = connect()) {
      assertThat(ask(client, 'a')).isEqualTo('a');
      proxy.blackhole();
      Socket held = connect();
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> proxy.connections() == 2 && threads().size() == 3);

      proxy.cut();

      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> proxy.connections() == 0 && heard.get() == 0);
      await("the end of the threads that the black hole held")
          .atMost(Duration.ofMinutes(1))
          .until(() -> threads().isEmpty());
      held.close();
      proxy.forward();
    }
    try (Socket client = connect()) {
      assertThat(ask(client, 'c')).isEqualTo('c');
    }
  }

  @Test
  void a_delay_holds_each_way_and_can_be_taken_away() throws IOException {
    try (Socket client = connect()) {
      proxy.delay(DELAY);
      assertThat(timeToAsk(client)).isBetween(DELAY.multipliedBy(2), DELAY.multipliedBy(6));
      proxy.delay(Duration.ZERO);
      // The quickest of some: the machine may be busy.
      assertThat(Stream.generate(() -> timeToAsk(client)).limit(10).sorted().findFirst())
          .hasValueSatisfying(time -> assertThat(time).isLessThan(DELAY));
    }
  }

  @Test
  void behind_a_target_that_is_down_a_connection_is_reset() throws IOException {
    try (TcpProxy nowhere = TcpProxy.to(FreePort.next())) {
      assertThatThrownBy(
              () -> {
                // The reset may be here before connect looks.
                try (Socket client = connect(nowhere.port())) {
                  client.getInputStream().read();
                }
              })
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void a_closed_proxy_refuses_and_has_cut_everything() throws IOException {
    try (Socket client = connect()) {
      assertThat(ask(client, 'a')).isEqualTo('a');
      proxy.close();
      assertThat(isCut(client)).isTrue();
    }
    assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
  }

  /** Reset or ended, as the system has it: nothing comes any more. */
  private static boolean isCut(Socket client) throws IOException {
    try {
      return client.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }

  private static Duration timeToAsk(Socket client) {
    long before = System.nanoTime();
    try {
      assertThat(ask(client, 'x')).isEqualTo('x');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Duration.ofNanos(System.nanoTime() - before);
  }

  private static void assertNoAnswer(Socket client, char letter) throws IOException {
    int patience = client.getSoTimeout();
    client.setSoTimeout(LONG_ENOUGH_MILLIS);
    assertThatThrownBy(() -> ask(client, letter)).isInstanceOf(SocketTimeoutException.class);
    client.setSoTimeout(patience);
  }

  private static int ask(Socket client, char letter) throws IOException {
    client.getOutputStream().write(letter);
    return client.getInputStream().read();
  }

  /** The threads of connections through this proxy. */
  private List<String> threads() {
    String target = "-" + echo.getLocalPort();
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("proxy-") && name.endsWith(target))
        .toList();
  }

  private Socket connect() throws IOException {
    return connect(proxy.port());
  }

  private static Socket connect(int port) throws IOException {
    Socket client = new Socket();
    client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2_000);
    client.setSoTimeout(10_000);
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
