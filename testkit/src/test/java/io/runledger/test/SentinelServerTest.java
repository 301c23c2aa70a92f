package io.runledger.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class SentinelServerTest {

  @Test
  void three_of_them_agree_on_a_new_master_when_the_old_one_is_gone() {
    Queue<String> log = new ConcurrentLinkedQueue<>();
    List<SentinelServer> sentinels = new ArrayList<>();
    try (RedisServer master = RedisServer.start();
        RedisServer replica =
            RedisServer.start("--replicaof", "127.0.0.1", Integer.toString(master.port()))) {
      for (int i = 0; i < 3; i++) {
        sentinels.add(
            SentinelServer.start(
                null,
                "locks",
                master.port(),
                2,
                Duration.ofMillis(500),
                Duration.ofSeconds(5),
                log::add));
      }
      sentinels.forEach(sentinel -> sentinel.awaitKnows(1, 2));
      assertThat(sentinels.get(0).masterPort()).isEqualTo(master.port());

      master.kill();

      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> sentinels.stream().allMatch(each -> each.masterPort() == replica.port()));
      assertThat(log).anyMatch(line -> line.contains("+switch-master locks"));
    } finally {
      sentinels.forEach(SentinelServer::close);
    }
  }
}
