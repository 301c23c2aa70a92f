package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.runledger.run.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway") // what is not set at once is set before the test needs it
class LeaseKeeperTest {

  private static final Duration SHORT = Duration.ofMillis(900);

  private static GuardFixture fixture;

  private final Warnings warnings = Warnings.of(LeaseKeeper.class);
  private final LeaseKeeper keeper =
      new LeaseKeeper(fixture.arbiter, fixture.events, PodTime.ofThisJvm());
  private final RunKey key = GuardFixture.newRun();

  @BeforeAll
  static void create() {
    fixture = GuardFixture.create();
  }

  @AfterAll
  static void closeFixture() {
    fixture.close();
  }

  @AfterEach
  void close() {
    keeper.close();
    warnings.close();
  }

  @Test
  void a_kept_lease_outlives_its_length_since_its_deadline_moves_on() {
    LiveAttempt live = begin(SHORT);
    Set<Instant> deadlines = ConcurrentHashMap.newKeySet();
    keeper.keep(live, System.nanoTime());

    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              deadlines.add(fixture.deadline(live.lockName()));
              return deadlines.size() >= 5;
            });

    assertThat(deadlines.stream().sorted().skip(4).findFirst().orElseThrow())
        .isAfter(deadlines.stream().sorted().findFirst().orElseThrow().plus(SHORT));
    assertThat(live.isLost()).isFalse();
    assertThat(fixture.arbiter.holder(live.lockName()).orElseThrow().lives()).isTrue();
  }

  @Test
  void a_renewal_is_due_every_third_of_the_lease() {
    LiveAttempt live = begin(Duration.ofSeconds(3));
    Instant first = fixture.deadline(live.lockName());
    keeper.keep(live, System.nanoTime());

    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> fixture.deadline(live.lockName()).isAfter(first));

    assertThat(fixture.deadline(live.lockName()))
        .isBetween(first.plusMillis(950), first.plusMillis(1900));
  }

  @Test
  void a_renewal_that_ends_in_an_error_is_tried_again_and_nothing_is_lost() throws Exception {
    LiveAttempt live = begin(Duration.ofSeconds(3));
    Instant deadline = fixture.deadline(live.lockName());
    try (OpenTransaction holdsTheRow = lockedRow(live)) {
      keeper.keep(live, System.nanoTime());
      fixture.awaitWaiting(1);
      assertThat(killWaiting()).isEqualTo(1);
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> fixture.heard.count("renewalFailed", live) == 1);
      holdsTheRow.commit();
    }
    await()
        .atMost(Duration.ofMinutes(1))
        .failFast("it was lost", live::isLost)
        .until(() -> fixture.deadline(live.lockName()).isAfter(deadline));
    assertThat(warnings.lines()).singleElement().asString().contains("could not be renewed");
  }

  @Test
  void an_owner_that_was_superseded_is_lost_with_its_next_renewal_and_says_so_once() {
    LiveAttempt live = begin(Duration.ofSeconds(3));
    long begun = System.nanoTime();
    keeper.keep(live, begun);
    fixture.expire(live.lockName());
    fixture.arbiter.acquire(live.lockName(), UUID.randomUUID(), SHORT).orElseThrow();

    await().atMost(Duration.ofMinutes(1)).until(live::isLost);

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(2900));
    assertThat(live.lostBecause()).contains("has another owner").contains(live.lockName());
    await()
        .atMost(Duration.ofMinutes(1))
        .during(SHORT)
        .until(() -> fixture.heard.count("attemptLost", live) == 1);
    assertThat(warnings.lines())
        .singleElement()
        .asString()
        .contains(key.toString(), "attempt 1 is lost", "has another owner");
  }

  /**
   * Where the network swallows every packet no answer ever comes to a thread that waits for one.
   */
  @Test
  void who_loses_its_lease_closes_the_connections_under_its_transactions() {
    LiveAttempt live = begin(SHORT);
    fixture.expire(live.lockName());
    fixture.arbiter.acquire(live.lockName(), UUID.randomUUID(), SHORT).orElseThrow();

    assertThatThrownBy(
            () ->
                fixture.transaction.executeWithoutResult(
                    status -> {
                      fixture.fence.tag(live);
                      keeper.keep(live, System.nanoTime());
                      fixture.template.execute("SELECT pg_sleep(10)");
                    }))
        .hasStackTraceContaining("SQLException");

    assertThat(live.isLost()).isTrue();
  }

  @Test
  void without_a_confirmed_renewal_the_attempt_is_lost_in_time_although_the_database_hangs()
      throws Exception {
    long asked = System.nanoTime();
    LiveAttempt live = begin(SHORT);
    try (OpenTransaction hangs = lockedRow(live)) {
      assertThat(hangs.session).isNotNull();
      keeper.keep(live, asked);

      await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(5)).until(live::isLost);

      assertThat(Duration.ofNanos(System.nanoTime() - asked))
          .isBetween(SHORT, SHORT.plusMillis(1200));
      assertThat(fixture.waiting()).as("renewals that hang").isEqualTo(1);
      assertThat(live.lostBecause()).contains("no renewal of its lease was confirmed for 900 ms");

      hangs.jdbc.update(
          "UPDATE runledger.batch_lock SET locked_by = gen_random_uuid() WHERE name = ?",
          live.lockName());
      hangs.commit();
      await().atMost(Duration.ofMinutes(1)).until(() -> fixture.waiting() == 0);
      await()
          .atMost(Duration.ofMinutes(1))
          .during(Duration.ofMillis(200))
          .until(() -> warnings.lines().size() == 1);
      assertThat(fixture.heard.count("attemptLost", live)).isEqualTo(1);
    }
  }

  @Test
  void the_local_deadline_counts_from_before_the_lease_was_asked_for() {
    LiveAttempt live = begin(Duration.ofSeconds(5));
    try (OpenTransaction hangs = lockedRow(live)) {
      assertThat(hangs.session).isNotNull();
      long kept = System.nanoTime();
      keeper.keep(live, kept - Duration.ofMillis(4500).toNanos());

      await().atMost(Duration.ofMinutes(1)).until(live::isLost);
      assertThat(Duration.ofNanos(System.nanoTime() - kept)).isLessThan(Duration.ofSeconds(2));
    }
  }

  /** What counts is when a renewal was sent: its answer may be as late as the server was slow. */
  @Test
  void a_renewal_confirmed_late_counts_from_when_it_was_sent() throws Exception {
    Duration lease = Duration.ofSeconds(3);
    LiveAttempt live = begin(lease);
    long asked = System.nanoTime();
    try (OpenTransaction slow = lockedRow(live)) {
      keeper.keep(live, asked);
      fixture.awaitWaiting(1);
      slow.jdbc.execute("SELECT pg_sleep(1.5)");
      slow.commit();
      await().atMost(Duration.ofMinutes(1)).until(() -> fixture.waiting() == 0);
      slow.jdbc.queryForList(
          "SELECT 1 FROM runledger.batch_lock WHERE name = ? FOR UPDATE", live.lockName());

      await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(10)).until(live::isLost);

      assertThat(Duration.ofNanos(System.nanoTime() - asked))
          .isBetween(Duration.ofMillis(3900), Duration.ofMillis(5300));
    }
  }

  @Test
  void a_lease_that_was_let_go_is_neither_renewed_nor_lost() {
    LiveAttempt live = begin(SHORT);
    LeaseKeeper.Kept kept = keeper.keep(live, System.nanoTime());
    Instant first = fixture.deadline(live.lockName());
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> fixture.deadline(live.lockName()).isAfter(first));

    kept.letGo();
    fixture.arbiter.release(live.lockName(), live.attempt().id());
    Instant last = fixture.deadline(live.lockName());

    await()
        .during(SHORT.plusMillis(300))
        .atMost(Duration.ofMinutes(1))
        .until(() -> fixture.deadline(live.lockName()).equals(last) && !live.isLost());
    assertThat(warnings.lines()).isEmpty();
  }

  private LiveAttempt begin(Duration lease) {
    return fixture.begin(key, GuardFixture.guardOf(key, null, lease));
  }

  private OpenTransaction lockedRow(LiveAttempt live) {
    OpenTransaction transaction = fixture.open();
    transaction.jdbc.queryForList(
        "SELECT 1 FROM runledger.batch_lock WHERE name = ? FOR UPDATE", live.lockName());
    return transaction;
  }

  private int killWaiting() {
    return fixture
        .jdbc
        .sql(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock'
            """)
        .query(Boolean.class)
        .list()
        .size();
  }
}
