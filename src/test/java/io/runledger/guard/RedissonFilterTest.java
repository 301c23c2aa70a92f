package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.runledger.guard.Filter.Answer;
import io.runledger.guard.Filter.Holding;
import io.runledger.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The filter over one node that works, or that goes and comes back. */
class RedissonFilterTest {
  private static final Duration TTL = Duration.ofSeconds(3);

  private final UUID ledger = UUID.randomUUID();
  private final String key = new FilterKeys(ledger).lock("eod");
  private final UUID mine = UUID.randomUUID();
  private final UUID theirs = UUID.randomUUID();
  private final RedisServer redis = RedisServer.start();
  private final Filter filter = pod();
  private final Filter otherPod = pod();

  @AfterEach
  void stop() {
    filter.close();
    otherPod.close();
    redis.close();
  }

  @Test
  void one_attempt_holds_and_every_other_is_told_busy() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);

    assertThat(otherPod.tryAcquire("eod", theirs)).isEqualTo(Answer.BUSY);
    assertThat(filter.tryAcquire("eod", theirs)).isEqualTo(Answer.BUSY);
    assertThat(filter.tryAcquire("another", theirs)).isEqualTo(Answer.HELD);
    assertThat(filter.probe("eod", mine)).isEqualTo(Holding.HELD);
  }

  @Test
  void a_released_lock_leaves_nothing_behind_and_can_be_had_again() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);

    filter.release("eod", mine);

    assertThat(redis.command("KEYS", "*redisson*")).isEqualTo(List.of());
    assertThat(Filters.locks(redis)).isEmpty();
    assertThat(otherPod.tryAcquire("eod", theirs)).isEqualTo(Answer.HELD);
    otherPod.release("eod", theirs);
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);
  }

  @Test
  void to_release_twice_or_what_was_never_held_takes_nothing_from_its_owner() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);
    assertThat(otherPod.tryAcquire("eod", theirs)).isEqualTo(Answer.BUSY);

    otherPod.release("eod", theirs);
    filter.release("eod", theirs);
    assertThat(filter.probe("eod", mine)).isEqualTo(Holding.HELD);

    filter.release("eod", mine);
    assertThat(otherPod.tryAcquire("eod", theirs)).isEqualTo(Answer.HELD);
    filter.release("eod", mine);
    assertThat(otherPod.probe("eod", theirs)).isEqualTo(Holding.HELD);
  }

  @Test
  void an_attempt_that_asked_twice_releases_all_it_holds() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);

    filter.release("eod", mine);

    assertThat(Filters.locks(redis)).isEmpty();
  }

  @Test
  void a_key_put_by_hand_without_a_time_to_live_is_busy() {
    Filters.lockByHand(redis, ledger, "eod");

    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.BUSY);
    assertThat(redis.command("PTTL", key)).isEqualTo(-1L);
  }

  @Test
  void ledgers_that_share_a_redis_do_not_meet() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);

    try (Filter staging = Filters.open(UUID.randomUUID(), redis)) {
      assertThat(staging.tryAcquire("eod", theirs)).isEqualTo(Answer.HELD);
    }
    assertThat(Filters.locks(redis)).hasSize(2).contains(key);
  }

  @Test
  void a_lock_is_renewed_for_as_long_as_it_is_held() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);

    await()
        .during(TTL.multipliedBy(2))
        .atMost(TTL.multipliedBy(3))
        .until(() -> filter.probe("eod", mine) == Holding.HELD);
    assertThat(otherPod.tryAcquire("eod", theirs)).isEqualTo(Answer.BUSY);
  }

  @Test
  void nothing_renews_a_lock_after_its_release() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);
    String owner =
        String.valueOf(redis.command("EVAL", "return redis.call('hkeys', KEYS[1])[1]", "1", key));
    filter.release("eod", mine);

    // The same lock once more, by hand: a renewal that still runs would keep it alive.
    redis.command("HSET", key, owner, "1");
    redis.command("PEXPIRE", key, Long.toString(TTL.toMillis()));

    await().atMost(TTL.plusSeconds(1)).until(() -> Filters.locks(redis).isEmpty());
  }

  @Test
  void nothing_renews_a_lock_after_the_filter_is_closed() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);

    filter.close();

    await().atMost(TTL.plusSeconds(1)).until(() -> Filters.locks(redis).isEmpty());
  }

  @Test
  void a_flushed_lock_is_lost() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);

    redis.command("FLUSHALL");

    assertThat(filter.probe("eod", mine)).isEqualTo(Holding.LOST);
    filter.release("eod", mine);
  }

  @Test
  void a_lock_that_another_took_is_lost_and_its_release_harms_nobody() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);
    redis.command("FLUSHALL");
    assertThat(otherPod.tryAcquire("eod", theirs)).isEqualTo(Answer.HELD);

    assertThat(filter.probe("eod", mine)).isEqualTo(Holding.LOST);
    filter.release("eod", mine);

    assertThat(otherPod.probe("eod", theirs)).isEqualTo(Holding.HELD);
  }

  @Test
  void of_a_lock_on_a_dead_server_nobody_can_tell_and_a_new_server_has_lost_it() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);

    redis.kill();
    assertThat(filter.probe("eod", mine)).isEqualTo(Holding.UNKNOWN);

    redis.restart();
    await().atMost(Duration.ofMinutes(1)).until(() -> filter.probe("eod", mine) == Holding.LOST);
  }

  @Test
  void a_server_that_is_down_at_the_start_is_used_as_soon_as_it_is_there() {
    redis.kill();
    try (Filter early = Filters.openCold(ledger, redis)) {
      assertThat(early.tryAcquire("eod", mine)).isEqualTo(Answer.UNKNOWN);
      assertThat(early.nodes())
          .containsExactly(new Filter.Node(redis.address(), false, "Connection refused"));

      redis.restart();

      await().atMost(Duration.ofMinutes(1)).until(() -> early.nodes().get(0).up());
      assertThat(early.nodes()).containsExactly(new Filter.Node(redis.address(), true, null));
      assertThat(early.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);
    }
  }

  @Test
  void an_outage_is_one_warning_and_one_line_when_it_ends() {
    Logger logger = (Logger) LoggerFactory.getLogger(NodeState.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    Level before = logger.getLevel();
    logger.setLevel(Level.INFO);
    try {
      redis.kill();
      for (int i = 0; i < 10; i++) {
        assertThat(filter.tryAcquire("eod", UUID.randomUUID())).isEqualTo(Answer.UNKNOWN);
        filter.release("eod", mine);
      }
      redis.restart();
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> filter.tryAcquire("eod", mine) == Answer.HELD);
    } finally {
      logger.detachAppender(lines);
      logger.setLevel(before);
    }
    assertThat(lines.list)
        .extracting(line -> line.getLevel() + " " + line.getFormattedMessage())
        .containsExactly(
            "WARN The filter cannot use this node; it counts as unknown, and the lease decides",
            "INFO The filter can use this node again");
  }

  @Test
  void a_thread_that_is_interrupted_gets_its_answer_and_stays_interrupted() {
    Thread.currentThread().interrupt();

    Answer answer = filter.tryAcquire("eod", mine);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(answer).isEqualTo(Answer.HELD);
  }

  @Test
  void a_closed_filter_answers_unknown() {
    filter.close();
    filter.close();

    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.UNKNOWN);
    assertThat(filter.probe("eod", mine)).isEqualTo(Holding.UNKNOWN);
    filter.release("eod", mine);
    assertThat(filter.nodes()).extracting(Filter.Node::up).containsExactly(false);
  }

  private Filter pod() {
    return Filters.connected(Filters.open(ledger, TTL, List.of(redis.address())));
  }
}
