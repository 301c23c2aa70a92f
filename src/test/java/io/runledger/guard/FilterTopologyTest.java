package io.runledger.guard;

import static io.runledger.guard.Filters.IN_TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.runledger.guard.Filter.Answer;
import io.runledger.guard.Filter.Holding;
import io.runledger.test.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that a Redisson file describes: behind a password, with replicas, a cluster. */
class FilterTopologyTest {
  private final UUID ledger = UUID.randomUUID();
  private final UUID attempt = UUID.randomUUID();
  private final List<RedisServer> servers = new ArrayList<>();

  @TempDir Path directory;

  @AfterEach
  void stop() {
    servers.forEach(RedisServer::close);
  }

  @Test
  void a_file_keeps_its_password_and_loses_times_beyond_the_second() throws IOException {
    RedisServer redis = start("--requirepass", "secret");
    try (Filter filter =
        open(
            """
            lockWatchdogTimeout: 90000
            singleServerConfig:
              address: %s
              password: secret
              timeout: 10000
              connectTimeout: 10000
              retryAttempts: 3
              connectionMinimumIdleSize: 10
            """
                .formatted(redis.address()))) {
      assertHeldAndGivenBack(filter, "eod");
      assertThat(filter.tryAcquire("eod", attempt)).isEqualTo(Answer.HELD);
      assertThat((Long) redis.command("PTTL", new FilterKeys(ledger).lock("eod")))
          .isBetween(1L, Filters.TTL.toMillis());

      redis.hang();

      assertThat(Filters.acquireInTime(filter, "eod", UUID.randomUUID())).isEqualTo(Answer.UNKNOWN);
    }
  }

  @Test
  void user_and_password_in_an_address_are_used() {
    RedisServer redis = start();
    redis.command(
        "ACL", "SETUSER", "batch", "on", ">p@ss", "~runledger:*", "~redisson*", "&*", "+@all");
    redis.command("CONFIG", "SET", "requirepass", "secret");
    try (Filter filter =
        Filters.connected(
            Filters.open(
                ledger, Filters.TTL, List.of("redis://batch:p%40ss@127.0.0.1:" + redis.port())))) {
      assertHeldAndGivenBack(filter, "eod");
    }
  }

  @Test
  void with_a_replica_the_lock_is_held_and_neither_frozen_holds_anybody_up() throws IOException {
    RedisServer master = start();
    RedisServer replica = start("--replicaof", "127.0.0.1", Integer.toString(master.port()));
    await(() -> String.valueOf(master.command("INFO", "replication")).contains("state=online"));
    try (Filter filter =
        open(
            """
            masterSlaveServersConfig:
              masterAddress: %s
              slaveAddresses: [%s]
            """
                .formatted(master.address(), replica.address()))) {
      assertHeldAndGivenBack(filter, "eod");

      replica.hang();
      assertThat(Filters.acquireInTime(filter, "eod", attempt)).isEqualTo(Answer.HELD);
      assertTimeout(IN_TIME, () -> filter.release("eod", attempt));
      replica.resume();
      await(() -> Filters.locks(master).isEmpty());

      master.hang();
      assertThat(Filters.acquireInTime(filter, "eod", attempt)).isEqualTo(Answer.UNKNOWN);
      master.resume();
      await(() -> filter.nodes().get(0).up() && Filters.locks(master).isEmpty());
    }
  }

  @Test
  void behind_sentinels_the_lock_is_held_even_with_one_of_them_gone() throws IOException {
    RedisServer master = start();
    try (Sentinels sentinels = Sentinels.start(directory, master);
        Filter filter = open(behind(sentinels))) {
      assertHeldAndGivenBack(filter, "eod");
      sentinels.killOne();
      assertHeldAndGivenBack(filter, "eod");

      master.hang();
      assertThat(Filters.acquireInTime(filter, "eod", attempt)).isEqualTo(Answer.UNKNOWN);
    }
  }

  @Test
  void a_pod_that_starts_before_the_sentinels_know_each_other_uses_them_once_they_do()
      throws IOException {
    RedisServer master = start();
    Set<String> before = clients();
    try (Sentinels sentinels = Sentinels.startOne(directory, master);
        Filter filter = Filters.open(ledger, file(behind(sentinels)))) {
      for (int asked = 0; asked < 3; asked++) {
        assertThat(Filters.acquireInTime(filter, "eod", attempt)).isEqualTo(Answer.UNKNOWN);
      }

      sentinels.startTheOthers();

      await(() -> filter.nodes().get(0).up());
      assertHeldAndGivenBack(filter, "eod");
      await(() -> clients().stream().filter(client -> !before.contains(client)).count() == 1);
    }
  }

  @Test
  void behind_tls_the_lock_is_held_and_a_stranger_s_certificate_is_not_trusted() throws Exception {
    try (TlsFront tls = new TlsFront(directory, start().port());
        Filter filter =
            open(
                """
                sslTruststore: %s
                sslTruststorePassword: %s
                singleServerConfig:
                  address: rediss://127.0.0.1:%d
                """
                    .formatted(tls.keys().toUri(), TlsFront.PASSWORD, tls.port()));
        Filter distrustful =
            Filters.open(ledger, Filters.TTL, List.of("rediss://127.0.0.1:" + tls.port()))) {
      assertHeldAndGivenBack(filter, "eod");
      assertThat(Filters.acquireInTime(distrustful, "eod", attempt)).isEqualTo(Answer.UNKNOWN);
      await(
          () -> String.valueOf(distrustful.nodes().get(0).detail()).contains("certification path"));
    }
  }

  @Test
  void in_a_cluster_any_name_can_be_locked() throws IOException {
    RedisServer redis = start("--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1");
    for (int first = 0; first < 16_384; first += 1024) {
      redis.command(
          IntStream.concat(IntStream.of(-2, -1), IntStream.range(first, first + 1024))
              .mapToObj(i -> i == -2 ? "CLUSTER" : i == -1 ? "ADDSLOTS" : Integer.toString(i))
              .toArray(String[]::new));
    }
    await(() -> String.valueOf(redis.command("CLUSTER", "INFO")).contains("cluster_state:ok"));
    try (Filter filter =
        open("clusterServersConfig:\n  nodeAddresses: [%s]\n".formatted(redis.address()))) {
      for (String name :
          List.of("eod", "eod 2026 HCM", "{eod}", "eod{}", "}eod", "{eod", "eod%7B")) {
        assertHeldAndGivenBack(filter, name);
      }
    }
  }

  private void assertHeldAndGivenBack(Filter filter, String name) {
    UUID first = UUID.randomUUID();
    assertThat(filter.tryAcquire(name, first)).as(name).isEqualTo(Answer.HELD);
    assertThat(filter.tryAcquire(name, UUID.randomUUID())).as(name).isEqualTo(Answer.BUSY);
    assertThat(filter.probe(name, first)).as(name).isEqualTo(Holding.HELD);
    filter.release(name, first);
    assertThat(filter.tryAcquire(name, first)).as(name).isEqualTo(Answer.HELD);
    filter.release(name, first);
  }

  /** Redisson's clients in this JVM, by the pools of their threads. */
  private static Set<String> clients() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("redisson-netty-"))
        .map(name -> name.replaceFirst("-[0-9]+$", ""))
        .collect(Collectors.toSet());
  }

  private static String behind(Sentinels sentinels) {
    return """
    sentinelServersConfig:
      masterName: locks
      sentinelAddresses: %s
    """
        .formatted(sentinels.addresses());
  }

  private Filter open(String yaml) throws IOException {
    return Filters.connected(Filters.open(ledger, file(yaml)));
  }

  private Path file(String yaml) throws IOException {
    return Files.writeString(directory.resolve("lock.yml"), yaml);
  }

  private RedisServer start(String... arguments) {
    RedisServer server = RedisServer.start(arguments);
    servers.add(server);
    return server;
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().ignoreExceptions().atMost(Duration.ofMinutes(1)).until(condition);
  }
}
