package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.guard.Filter.Answer;
import io.runledger.test.RedisServer;
import io.runledger.test.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server grants to an attempt that has given up is given back. */
class FilterGhostTest {
  /** A ghost would live for {@link Filters#TTL}. */
  private static final Duration SOON = Duration.ofSeconds(8);

  private final UUID ledger = UUID.randomUUID();
  private final UUID attempt = UUID.randomUUID();
  private final RedisServer redis = RedisServer.start();
  private final RedisServer second = RedisServer.start();
  private final RedisServer third = RedisServer.start();
  private final Filter filter = Filters.open(ledger, redis);

  @AfterEach
  void stop() {
    filter.close();
    redis.close();
    second.close();
    third.close();
  }

  @Test
  void a_server_frozen_while_it_is_asked_keeps_no_lock_when_it_wakes() {
    redis.hang();
    assertThat(filter.tryAcquire("eod", attempt)).isEqualTo(Answer.UNKNOWN);

    redis.resume();

    assertFreeForGood();
  }

  @Test
  void a_request_that_the_network_delivers_late_leaves_no_lock() {
    try (TcpProxy network = TcpProxy.to(redis.port());
        Filter far =
            Filters.open(ledger, Filters.TTL, List.of("redis://127.0.0.1:" + network.port()))) {
      Filters.connected(far);
      network.blackhole();
      assertThat(far.tryAcquire("eod", attempt)).isEqualTo(Answer.UNKNOWN);

      network.forward();

      assertFreeForGood();
    }
  }

  @Test
  void a_slow_server_keeps_no_lock_when_it_has_caught_up() {
    redis.command("CLIENT", "PAUSE", "1500");

    assertThat(filter.tryAcquire("eod", attempt)).isEqualTo(Answer.UNKNOWN);

    assertFreeForGood();
  }

  @Test
  void a_lock_whose_release_found_a_frozen_server_is_gone_when_it_wakes() {
    assertThat(filter.tryAcquire("eod", attempt)).isEqualTo(Answer.HELD);
    redis.hang();
    filter.release("eod", attempt);

    redis.resume();

    assertFreeForGood();
  }

  @Test
  void a_lock_whose_release_was_lost_with_its_connection_is_gone_when_there_is_another() {
    try (TcpProxy network = TcpProxy.to(redis.port());
        Filter far =
            Filters.open(ledger, Filters.TTL, List.of("redis://127.0.0.1:" + network.port()))) {
      Filters.connected(far);
      assertThat(far.tryAcquire("eod", attempt)).isEqualTo(Answer.HELD);
      network.refuse();
      network.cut();
      far.release("eod", attempt);

      network.forward();

      assertFreeForGood();
    }
  }

  @Test
  void a_grant_that_comes_after_the_majority_said_busy_goes_back() {
    Filters.lockByHand(second, ledger, "eod");
    Filters.lockByHand(third, ledger, "eod");
    try (Filter three = Filters.open(ledger, redis, second, third)) {
      redis.command("CLIENT", "PAUSE", "200");

      assertThat(three.tryAcquire("eod", attempt)).isEqualTo(Answer.BUSY);

      assertFreeForGood();
    }
  }

  /** Free soon, and still free two seconds later: no renewal, and nothing that comes late. */
  private void assertFreeForGood() {
    await()
        .during(Duration.ofSeconds(2))
        .atMost(SOON)
        .ignoreExceptions()
        .until(() -> Filters.locks(redis).isEmpty());
  }
}
