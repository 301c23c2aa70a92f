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
        GuardedApplication pod = start(redis)) {
      await().atMost(Duration.ofSeconds(10)).until(() -> connections(redis) > 1);
      assertThat(pod.bean(Filter.class).nodes()).extracting(Filter.Node::up).containsExactly(true);
    }
  }

  @Test
  void does_not_connect_where_nothing_is_scheduled_until_somebody_asks() throws Exception {
    try (RedisServer redis = RedisServer.start();
        GuardedApplication pod = start(redis, "--runledger.worker=false")) {
      await()
          .during(Duration.ofSeconds(1))
          .atMost(Duration.ofSeconds(5))
          .until(() -> connections(redis) == 1);
      assertThat(pod.bean(Filter.class).nodes()).extracting(Filter.Node::up).containsExactly(true);
    }
  }

  private static GuardedApplication start(RedisServer redis, String... more) {
    String[] arguments = new String[more.length + 1];
    arguments[0] = "--runledger.filter.nodes=" + redis.address();
    System.arraycopy(more, 0, arguments, 1, more.length);
    return GuardedApplication.start(PostgresServer.shared().newDatabase(), arguments);
  }

  /** The test's own among them. */
  private static long connections(RedisServer redis) {
    return String.valueOf(redis.command("CLIENT", "LIST")).lines().count();
  }
}
