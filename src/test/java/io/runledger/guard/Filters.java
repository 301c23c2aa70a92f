package io.runledger.guard;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.runledger.guard.Filter.Answer;
import io.runledger.test.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** What the filter's tests share. */
final class Filters {
  /** The filter promises a second; half of one more is for a busy machine. */
  static final Duration IN_TIME = Duration.ofMillis(1500);

  static final Duration TTL = Duration.ofSeconds(30);

  private Filters() {}

  /** Over these servers, each of which is up and connected to. */
  static Filter open(UUID ledger, RedisServer... nodes) {
    return connected(openCold(ledger, nodes));
  }

  /** Over these servers, as they are; not connected yet. */
  static Filter openCold(UUID ledger, RedisServer... nodes) {
    return open(ledger, TTL, Stream.of(nodes).map(RedisServer::address).toList());
  }

  static Filter open(UUID ledger, Duration ttl, List<String> addresses) {
    return FilterNodes.open(ledger, addresses, List.of(), ttl);
  }

  static Filter open(UUID ledger, Path file) {
    return FilterNodes.open(ledger, List.of(), List.of(file), TTL);
  }

  /** Waits until each node has answered: on a busy machine a first connection may be late. */
  static Filter connected(Filter filter) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> filter.nodes().stream().allMatch(Filter.Node::up));
    return filter;
  }

  static Answer acquireInTime(Filter filter, String lockName, UUID attempt) {
    return assertTimeout(IN_TIME, () -> filter.tryAcquire(lockName, attempt));
  }

  /** What is in a Redis, beyond what the filter writes to see whether it can. */
  static List<Object> locks(RedisServer redis) {
    Object keys = redis.command("KEYS", "*:lock:*");
    return keys instanceof List<?> list ? List.copyOf(list) : List.of();
  }

  /** Puts a lock of a stranger into a Redis, one that never expires. */
  static void lockByHand(RedisServer redis, UUID ledger, String lockName) {
    redis.command("HSET", new FilterKeys(ledger).lock(lockName), "stranger:1", "1");
  }
}
