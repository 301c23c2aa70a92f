package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.guard.Filter;
import io.runledger.test.PostgresServer;
import io.runledger.test.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The filter at start-up")
class FilterStartUpTest {

  @Test
  void is_connected_before_anybody_asks_for_a_run() throws Exception {
    try (RedisServer redis = RedisServer.start();
        GuardedApplication pod =
            GuardedApplication.start(
                PostgresServer.shared().newDatabase(),
                "--runledger.filter.nodes=" + redis.address())) {
      await().atMost(Duration.ofMinutes(1)).until(() -> connections(redis) > 1);
      assertThat(pod.bean(Filter.class).nodes()).extracting(Filter.Node::up).containsExactly(true);
    }
  }

  /** The test's own among them. */
  private static long connections(RedisServer redis) {
    return String.valueOf(redis.command("CLIENT", "LIST")).lines().count();
  }
}
