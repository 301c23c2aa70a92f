package io.runledger.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisServerTest {

  private RedisServer redis;

  @BeforeEach
  void start() {
    redis = RedisServer.start();
  }

  @AfterEach
  void close() {
    redis.close();
  }

  @Test
  void a_command_returns_what_redis_answers() {
    assertThat(redis.command("SET", "key", "gr\u00fc\u00df dich")).isEqualTo("OK");
    assertThat(redis.command("GET", "key")).isEqualTo("gr\u00fc\u00df dich");
    assertThat(redis.command("GET", "absent")).isNull();
    assertThat(redis.command("PTTL", "key")).isEqualTo(-1L);
    assertThat(redis.command("KEYS", "*")).isEqualTo(List.of("key"));
    assertThat(redis.command("CONFIG", "GET", "save")).isEqualTo(List.of("save", ""));
    assertThatThrownBy(() -> redis.command("INCR", "key"))
        .isInstanceOf(RedisError.class)
        .hasMessageContaining("not an integer");
  }

  @Test
  void a_frozen_redis_does_not_answer_until_it_is_resumed() {
    redis.command("SET", "key", "value");

    redis.hang();
    assertThatThrownBy(() -> redis.command("GET", "key"))
        .hasCauseInstanceOf(SocketTimeoutException.class);
    redis.resume();

    assertThat(redis.command("GET", "key")).isEqualTo("value");
  }

  @Test
  void a_killed_redis_refuses_connections_and_returns_empty_on_the_same_port() {
    int port = redis.port();
    long pid = redis.pid();
    redis.command("SET", "key", "value");

    redis.kill();
    assertThatThrownBy(() -> redis.command("GET", "key"))
        .hasCauseInstanceOf(ConnectException.class);
    redis.restart();

    assertThat(redis.port()).isEqualTo(port);
    assertThat(redis.pid()).isNotEqualTo(pid);
    assertThat(redis.command("GET", "key")).isNull();
  }

  @Test
  void a_closed_redis_leaves_no_process_even_if_it_was_frozen() {
    ProcessHandle process = ProcessHandle.of(redis.pid()).orElseThrow();

    redis.hang();
    redis.close();

    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void arguments_reach_redis() {
    try (RedisServer small =
            RedisServer.start("--maxmemory", "1mb", "--maxmemory-policy", "noeviction");
        RedisServer locked = RedisServer.start("--requirepass", "secret");
        RedisServer replica = RedisServer.start("--replicaof", "127.0.0.1", "" + redis.port())) {
      assertThat(small.command("CONFIG", "GET", "maxmemory"))
          .isEqualTo(List.of("maxmemory", "1048576"));
      assertThat(locked.command("PING")).isEqualTo("PONG");
      assertThat(String.valueOf(replica.command("INFO", "replication"))).contains("role:slave");
    }
  }

  @Test
  void arguments_that_redis_does_not_know_fail_with_its_own_words() {
    assertThatThrownBy(() -> RedisServer.start("--nonsense", "1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nonsense");
  }
}
