package io.runledger.guard;

import static io.runledger.guard.Filters.IN_TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.runledger.guard.Filter.Answer;
import io.runledger.test.FreePort;
import io.runledger.test.RedisServer;
import io.runledger.test.TcpProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever its one node does, the filter decides in time, and says that it cannot tell. */
class FilterUnderFaultTest {

  private final UUID ledger = UUID.randomUUID();
  private final RedisServer redis = RedisServer.start();
  private final Filter filter = Filters.openCold(ledger, redis);

  @AfterEach
  void stop() {
    filter.close();
    redis.close();
  }

  @Test
  void a_refused_connection_answers_unknown() {
    redis.kill();

    assertUnknownInTime(filter);
  }

  @Test
  void a_server_killed_after_the_connection_answers_unknown() {
    Filters.connected(filter);
    redis.kill();

    assertUnknownInTime(filter);
  }

  @Test
  void a_server_frozen_before_the_connection_answers_unknown() {
    redis.hang();

    assertUnknownInTime(filter);
  }

  @Test
  void a_server_frozen_after_the_connection_answers_unknown() {
    Filters.connected(filter);
    redis.hang();

    assertUnknownInTime(filter);
  }

  @Test
  void a_server_slower_than_a_second_answers_unknown() {
    Filters.connected(filter);
    redis.command("CLIENT", "PAUSE", "5000");

    assertUnknownInTime(filter);
  }

  @Test
  void a_network_slower_than_a_second_answers_unknown() {
    try (TcpProxy network = TcpProxy.to(redis.port());
        Filter far = on("redis://127.0.0.1:" + network.port())) {
      Filters.connected(far);
      network.delay(Duration.ofMillis(600));

      assertUnknownInTime(far);
    }
  }

  @Test
  void a_port_that_accepts_and_never_answers_answers_unknown() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Filter mute = on("redis://127.0.0.1:" + silent.getLocalPort())) {
      assertUnknownInTime(mute);
    }
  }

  @Test
  void a_host_that_never_accepts_answers_unknown() throws IOException {
    // A listener with a full backlog drops what else knocks, as a dead host does.
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket first = new Socket(full.getInetAddress(), full.getLocalPort());
        Socket second = new Socket(full.getInetAddress(), full.getLocalPort());
        Filter knocking = on("redis://127.0.0.1:" + full.getLocalPort())) {
      assertThat(first.isConnected() && second.isConnected()).isTrue();
      assertUnknownInTime(knocking);
    }
  }

  @Test
  void a_read_only_replica_answers_unknown() {
    redis.command("REPLICAOF", "127.0.0.1", Integer.toString(FreePort.next()));

    assertUnknownInTime(filter);
  }

  @Test
  void a_missing_password_answers_unknown() {
    redis.command("CONFIG", "SET", "requirepass", "secret");

    assertUnknownInTime(filter);
  }

  @Test
  void a_wrong_password_answers_unknown() {
    redis.command("CONFIG", "SET", "requirepass", "secret");

    try (Filter guessing = on("redis://:guess@127.0.0.1:" + redis.port())) {
      assertUnknownInTime(guessing);
    }
  }

  @Test
  void a_server_out_of_memory_answers_unknown() {
    redis.command("CONFIG", "SET", "maxmemory", "1");

    assertUnknownInTime(filter);
  }

  @Test
  void a_name_that_does_not_resolve_answers_unknown() {
    try (Filter lost = on("redis://no-such-host.invalid:6379")) {
      assertUnknownInTime(lost);
    }
  }

  @Test
  void a_key_of_another_type_answers_unknown_and_is_no_fault_of_the_node() {
    Filters.connected(filter);
    redis.command("SET", new FilterKeys(ledger).lock("eod"), "no lock");

    assertThat(Filters.acquireInTime(filter, "eod", UUID.randomUUID())).isEqualTo(Answer.UNKNOWN);
    assertThat(filter.tryAcquire("another", UUID.randomUUID())).isEqualTo(Answer.HELD);
    assertThat(filter.nodes()).extracting(Filter.Node::up).containsExactly(true);
  }

  @Test
  void many_who_ask_at_once_a_server_that_is_frozen_all_get_an_answer_in_time() {
    redis.hang();

    List<Thread> askers =
        IntStream.range(0, 32)
            .mapToObj(i -> new Thread(() -> filter.tryAcquire("eod-" + i, UUID.randomUUID())))
            .toList();
    assertTimeout(
        IN_TIME,
        () -> {
          askers.forEach(Thread::start);
          for (Thread asker : askers) {
            asker.join();
          }
        });
  }

  private static void assertUnknownInTime(Filter filter) {
    UUID attempt = UUID.randomUUID();
    assertThat(Filters.acquireInTime(filter, "eod", attempt)).isEqualTo(Answer.UNKNOWN);
    assertThat(assertTimeout(IN_TIME, () -> filter.probe("eod", attempt)))
        .isNotEqualTo(Filter.Holding.HELD);
    assertTimeout(IN_TIME, () -> filter.release("eod", attempt));
    List<Filter.Node> nodes = assertTimeout(IN_TIME, filter::nodes);
    assertThat(nodes).extracting(Filter.Node::up).containsExactly(false);
    assertThat(nodes).extracting(Filter.Node::detail).doesNotContainNull();
  }

  private Filter on(String address) {
    return Filters.open(ledger, Filters.TTL, List.of(address));
  }
}
