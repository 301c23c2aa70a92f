package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.guard.Filter.Answer;
import io.runledger.guard.Filter.Holding;
import io.runledger.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The filter over several nodes, of which some are down, frozen, flushed or taken. */
class FilterMajorityTest {

  private final UUID ledger = UUID.randomUUID();
  private final UUID mine = UUID.randomUUID();
  private final UUID theirs = UUID.randomUUID();
  private final RedisServer a = RedisServer.start();
  private final RedisServer b = RedisServer.start();
  private final RedisServer c = RedisServer.start();
  private final Filter filter = Filters.open(ledger, a, b, c);

  @AfterEach
  void stop() {
    filter.close();
    a.close();
    b.close();
    c.close();
  }

  @Test
  void with_one_of_three_down_the_lock_is_held_and_excludes() {
    a.kill();

    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);
    assertThat(filter.tryAcquire("eod", theirs)).isEqualTo(Answer.BUSY);
    assertThat(filter.probe("eod", mine)).isEqualTo(Holding.HELD);
    assertThat(filter.nodes()).extracting(Filter.Node::up).containsExactly(false, true, true);
  }

  @Test
  void with_one_of_three_frozen_nobody_waits_for_it() {
    a.hang();

    assertThat(Filters.acquireInTime(filter, "eod", mine)).isEqualTo(Answer.HELD);
    filter.release("eod", mine);

    a.resume();
    await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions()
        .until(() -> Filters.locks(a).isEmpty());
    assertThat(Filters.locks(b)).isEmpty();
  }

  @Test
  void with_two_of_three_down_nobody_can_tell_and_the_third_keeps_nothing() {
    a.kill();
    b.kill();

    assertThat(Filters.acquireInTime(filter, "eod", mine)).isEqualTo(Answer.UNKNOWN);
    await().atMost(Duration.ofMinutes(1)).until(() -> Filters.locks(c).isEmpty());
    assertThat(Filters.acquireInTime(filter, "eod", theirs)).isEqualTo(Answer.UNKNOWN);
  }

  @Test
  void a_majority_that_is_taken_is_busy_and_the_rest_is_given_back() {
    Filters.lockByHand(a, ledger, "eod");
    Filters.lockByHand(b, ledger, "eod");

    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.BUSY);

    await().atMost(Duration.ofMinutes(1)).until(() -> Filters.locks(c).isEmpty());
    assertThat(Filters.locks(a)).hasSize(1);
  }

  @Test
  void one_that_is_taken_and_one_that_is_down_leave_the_matter_unknown() {
    Filters.lockByHand(a, ledger, "eod");
    b.kill();

    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.UNKNOWN);
  }

  @Test
  void one_ghost_of_three_does_not_keep_anybody_out() {
    Filters.lockByHand(a, ledger, "eod");

    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);
    filter.release("eod", mine);

    assertThat(Filters.locks(a)).hasSize(1);
    assertThat(Filters.locks(b)).isEmpty();
  }

  @Test
  void a_lock_is_lost_with_the_majority_of_its_nodes_and_not_before() {
    assertThat(filter.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> Stream.of(a, b, c).map(Filters::locks).noneMatch(List::isEmpty));

    a.command("FLUSHALL");
    assertThat(filter.probe("eod", mine)).isEqualTo(Holding.HELD);

    b.kill();
    assertThat(filter.probe("eod", mine)).isEqualTo(Holding.UNKNOWN);

    c.command("FLUSHALL");
    assertThat(filter.probe("eod", mine)).isEqualTo(Holding.LOST);
  }

  @Test
  void of_two_nodes_both_are_needed() {
    try (Filter two = Filters.open(ledger, a, b)) {
      assertThat(two.tryAcquire("eod", mine)).isEqualTo(Answer.HELD);
      two.release("eod", mine);

      Filters.lockByHand(a, ledger, "taken");
      assertThat(two.tryAcquire("taken", mine)).isEqualTo(Answer.BUSY);

      b.kill();
      assertThat(two.tryAcquire("eod", theirs)).isEqualTo(Answer.UNKNOWN);
    }
  }
}
