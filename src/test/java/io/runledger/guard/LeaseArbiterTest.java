package io.runledger.guard;

import static io.runledger.guard.GuardFixture.newName;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

class LeaseArbiterTest {

  private static final Duration LEASE = Duration.ofSeconds(30);

  private static GuardFixture fixture;
  private static LeaseArbiter arbiter;

  private final String lock = newName();
  private final UUID mine = UUID.randomUUID();
  private final UUID other = UUID.randomUUID();

  @BeforeAll
  static void create() {
    fixture = GuardFixture.create();
    arbiter = fixture.arbiter;
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Test
  void a_lock_name_that_nobody_ever_held_is_granted() {
    assertThat(arbiter.holder(lock)).isEmpty();

    assertThat(arbiter.acquire(lock, mine, LEASE)).isPresent();

    LeaseArbiter.Holder holder = arbiter.holder(lock).orElseThrow();
    assertThat(holder.attempt()).isEqualTo(mine);
    assertThat(holder.lives()).isTrue();
  }

  @Test
  void a_lease_that_lives_is_refused_to_everybody_even_to_its_owner() {
    arbiter.acquire(lock, mine, LEASE).orElseThrow();
    Instant deadline = fixture.deadline(lock);

    assertThat(arbiter.acquire(lock, other, LEASE)).isEmpty();
    assertThat(arbiter.acquire(lock, mine, LEASE)).isEmpty();

    assertThat(arbiter.holder(lock).orElseThrow().attempt()).isEqualTo(mine);
    assertThat(fixture.deadline(lock)).isEqualTo(deadline);
  }

  @Test
  void an_expired_lease_is_granted_and_not_before_its_deadline() {
    arbiter.acquire(lock, mine, Duration.ofMillis(400)).orElseThrow();
    Instant deadline = fixture.deadline(lock);

    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> arbiter.acquire(lock, other, LEASE).isPresent());

    assertThat(fixture.deadline(lock)).isAfterOrEqualTo(deadline.plus(LEASE));
    assertThat(arbiter.holder(lock).orElseThrow().attempt()).isEqualTo(other);
  }

  @Test
  void a_released_lease_is_granted_at_once() {
    arbiter.acquire(lock, mine, LEASE).orElseThrow();
    arbiter.release(lock, mine);

    assertThat(arbiter.holder(lock).orElseThrow().lives()).isFalse();
    assertThat(arbiter.acquire(lock, other, LEASE)).isPresent();
  }

  @Test
  void fences_grow_with_each_change_of_owner_over_all_lock_names() {
    List<Long> fences = new ArrayList<>();
    String second = newName();
    for (int i = 0; i < 10; i++) {
      for (String name : List.of(lock, second)) {
        UUID attempt = UUID.randomUUID();
        fences.add(arbiter.acquire(name, attempt, LEASE).orElseThrow());
        arbiter.acquire(name, UUID.randomUUID(), LEASE);
        if (i % 2 == 0) {
          arbiter.release(name, attempt);
        } else {
          fixture.expire(name);
        }
      }
    }
    assertThat(fences).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void a_renewal_gives_the_lease_its_whole_length_again() {
    long fence = arbiter.acquire(lock, mine, LEASE).orElseThrow();
    deadlineIn("1 s");

    Instant before = fixture.clock();
    assertThat(arbiter.renew(lock, mine, fence)).isTrue();
    Instant after = fixture.clock();

    assertThat(fixture.deadline(lock)).isBetween(before.plus(LEASE), after.plus(LEASE));
  }

  @Test
  void a_lease_that_ran_out_unnoticed_can_still_be_renewed() {
    long fence = arbiter.acquire(lock, mine, LEASE).orElseThrow();
    fixture.expire(lock);

    assertThat(arbiter.renew(lock, mine, fence)).isTrue();
    assertThat(arbiter.acquire(lock, other, LEASE)).isEmpty();
  }

  @Test
  void nobody_but_the_owner_renews_and_only_under_its_own_fence() {
    long fence = arbiter.acquire(lock, mine, LEASE).orElseThrow();
    Instant deadline = fixture.deadline(lock);

    assertThat(arbiter.renew(lock, other, fence)).isFalse();
    assertThat(arbiter.renew(lock, mine, fence - 1)).isFalse();
    assertThat(arbiter.renew(newName(), mine, fence)).isFalse();
    assertThat(fixture.deadline(lock)).isEqualTo(deadline);
  }

  @Test
  void a_superseded_owner_does_not_renew() {
    long fence = arbiter.acquire(lock, mine, LEASE).orElseThrow();
    fixture.expire(lock);
    arbiter.acquire(lock, other, LEASE).orElseThrow();

    assertThat(arbiter.renew(lock, mine, fence)).isFalse();
  }

  @Test
  void a_renewal_that_races_the_release_never_revives_the_lease() throws Exception {
    for (int round = 0; round < 300; round++) {
      UUID attempt = UUID.randomUUID();
      long fence = arbiter.acquire(lock, attempt, LEASE).orElseThrow();
      CyclicBarrier together = new CyclicBarrier(2);
      CompletableFuture<Boolean> renewal =
          supplyAsync(
              () -> {
                await(together);
                return arbiter.renew(lock, attempt, fence);
              });
      await(together);
      arbiter.release(lock, attempt);
      renewal.get(1, TimeUnit.MINUTES);

      LeaseArbiter.Holder holder = arbiter.holder(lock).orElseThrow();
      assertThat(holder.lives()).as("lives after its release, round %d", round).isFalse();
      assertThat(arbiter.renew(lock, attempt, fence)).isFalse();
    }
  }

  @Test
  void a_release_by_another_attempt_does_nothing() {
    arbiter.acquire(lock, mine, LEASE).orElseThrow();

    arbiter.release(lock, other);

    assertThat(arbiter.holder(lock).orElseThrow().lives()).isTrue();
    assertThat(arbiter.acquire(lock, other, LEASE)).isEmpty();
  }

  @Test
  void a_lease_of_more_than_twice_its_length_tells_of_a_clock_set_back_and_is_granted() {
    arbiter.acquire(lock, mine, LEASE).orElseThrow();

    deadlineIn("59 s");
    assertThat(arbiter.holder(lock).orElseThrow().lives()).isTrue();
    assertThat(arbiter.acquire(lock, other, LEASE)).isEmpty();

    deadlineIn("61 s");
    assertThat(arbiter.holder(lock).orElseThrow().lives()).isFalse();
    assertThat(arbiter.acquire(lock, other, LEASE)).isPresent();
    assertThat(fixture.deadline(lock)).isBefore(fixture.clock().plusSeconds(31));
  }

  @Test
  void an_acquirer_that_waited_for_the_row_gets_its_deadline_from_after_the_wait()
      throws Exception {
    Duration lease = Duration.ofSeconds(1);
    arbiter.acquire(lock, mine, lease).orElseThrow();
    fixture.expire(lock);
    try (OpenTransaction holder = fixture.open()) {
      holder.jdbc.queryForList(
          "SELECT 1 FROM runledger.batch_lock WHERE name = ? FOR UPDATE", lock);
      CompletableFuture<OptionalLong> waiting =
          supplyAsync(() -> arbiter.acquire(lock, other, lease));
      fixture.awaitWaiting(1);
      holder.jdbc.execute("SELECT pg_sleep(1.5)");
      Instant freed = fixture.clock();
      holder.commit();

      assertThat(waiting.get(1, TimeUnit.MINUTES)).isPresent();
      assertThat(fixture.deadline(lock)).isAfterOrEqualTo(freed.plus(lease));
    }
  }

  @Test
  void an_acquirer_that_waited_for_the_row_gets_its_fence_from_after_the_wait() throws Exception {
    arbiter.acquire(lock, mine, LEASE).orElseThrow();
    fixture.expire(lock);
    try (OpenTransaction faster = fixture.open()) {
      LeaseArbiter ofFaster = new LeaseArbiter(faster.session, faster.session);
      long first = ofFaster.acquire(lock, mine, LEASE).orElseThrow();
      CompletableFuture<OptionalLong> waiting =
          supplyAsync(() -> arbiter.acquire(lock, other, LEASE));
      fixture.awaitWaiting(1);
      UUID third = UUID.randomUUID();
      ofFaster.release(lock, mine);
      long second = ofFaster.acquire(lock, third, LEASE).orElseThrow();
      ofFaster.release(lock, third);
      faster.commit();

      assertThat(second).isGreaterThan(first);
      assertThat(waiting.get(1, TimeUnit.MINUTES).orElseThrow()).isGreaterThan(second);
    }
  }

  @Test
  void an_acquirer_that_waits_for_seconds_gives_up_with_an_error_that_is_no_refusal() {
    arbiter.acquire(lock, mine, LEASE).orElseThrow();
    fixture.expire(lock);
    try (OpenTransaction frozen = fixture.open()) {
      frozen.jdbc.queryForList(
          "SELECT 1 FROM runledger.batch_lock WHERE name = ? FOR UPDATE", lock);
      CompletableFuture<OptionalLong> waiting =
          supplyAsync(() -> arbiter.acquire(lock, other, LEASE));
      assertThatThrownBy(() -> waiting.get(8, TimeUnit.SECONDS))
          .hasCauseInstanceOf(DataAccessException.class)
          .hasStackTraceContaining("lock timeout");
    }
  }

  @Test
  void the_deadline_is_told_by_the_clock_of_the_database() {
    Instant before = fixture.clock();
    arbiter.acquire(lock, mine, LEASE).orElseThrow();
    Instant after = fixture.clock();

    assertThat(fixture.deadline(lock)).isBetween(before.plus(LEASE), after.plus(LEASE));
  }

  @Test
  void the_deadline_does_not_count_from_the_begin_of_the_transaction() throws SQLException {
    try (OpenTransaction old = fixture.open()) {
      LeaseArbiter inOldTransaction = new LeaseArbiter(old.session, old.session);
      old.jdbc.execute("SELECT pg_sleep(0.3)");
      Instant asked = fixture.clock();

      long fence = inOldTransaction.acquire(lock, mine, LEASE).orElseThrow();
      old.commit();
      assertThat(fixture.deadline(lock)).isAfterOrEqualTo(asked.plus(LEASE));

      old.jdbc.execute("SELECT pg_sleep(0.3)");
      asked = fixture.clock();
      assertThat(inOldTransaction.renew(lock, mine, fence)).isTrue();
      old.commit();
      assertThat(fixture.deadline(lock)).isAfterOrEqualTo(asked.plus(LEASE));
    }
  }

  private void deadlineIn(String interval) {
    fixture
        .jdbc
        .sql(
            """
            UPDATE runledger.batch_lock SET locked_until = clock_timestamp() + :in::interval
             WHERE name = :name
            """)
        .param("in", interval)
        .param("name", lock)
        .update();
  }

  private static void await(CyclicBarrier together) {
    try {
      together.await(5, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("the two did not meet", e);
    }
  }
}
