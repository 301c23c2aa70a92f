package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

@SuppressWarnings("NullAway") // what is not set at once is set before the test needs it
class GrantsTest {

  private static final Duration SHORT = Duration.ofMillis(900);

  private static GuardFixture fixture;

  private final ScriptedFilter filter = ScriptedFilter.saying(Filter.Answer.HELD);
  private final LiveAttempts live = new LiveAttempts();
  private final Grants grants =
      new Grants(
          filter,
          fixture.arbiter,
          fixture.ledger,
          live,
          fixture.events,
          new TaggedSessions(fixture.pool),
          PodTime.ofThisJvm());
  private final Warnings ofKeeper = Warnings.of(LeaseKeeper.class);
  private final Warnings ofWatch = Warnings.of(FilterWatch.class);
  private final Warnings ofGrants = Warnings.of(Grants.class);
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
    grants.close();
    ofKeeper.close();
    ofWatch.close();
    ofGrants.close();
  }

  @Test
  void a_granted_attempt_keeps_its_lease_until_it_ends() {
    LiveAttempt attempt = granted(SHORT);

    await()
        .during(SHORT.multipliedBy(2))
        .atMost(Duration.ofMinutes(1))
        .until(() -> leaseLives() && !attempt.isLost());
    assertThat(live.all()).containsExactly(attempt);
  }

  @Test
  void an_end_is_written_and_everything_is_given_back() {
    LiveAttempt attempt = granted(GuardFixture.LEASE);

    AttemptEnd end = grants.finish(attempt, AttemptEnd.completed());

    assertThat(end.status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(row().status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(whatIsHeld()).isEmpty();
    assertThat(fixture.heard.count("attemptEnded", attempt)).isEqualTo(1);
  }

  @Test
  void an_end_that_was_committed_though_its_answer_was_lost_is_found_when_it_is_written_again() {
    LiveAttempt attempt = granted(GuardFixture.LEASE);
    AttemptEnd before = AttemptEnd.failed("told to fail");
    fixture.ledger.finish(attempt, before);

    AttemptEnd end = grants.finish(attempt, before);

    assertThat(end).isEqualTo(before);
    assertThat(row().status()).isEqualTo(RunStatus.FAILED);
    assertThat(whatIsHeld()).isEmpty();
  }

  @Test
  void an_attempt_that_seems_lost_is_left_for_a_takeover_and_its_row_is_not_touched() {
    LiveAttempt attempt = granted(GuardFixture.LEASE);

    AttemptEnd end = grants.finish(attempt, AttemptEnd.lost("the database was away"));

    assertThat(end).isEqualTo(AttemptEnd.lost("the database was away"));
    assertThat(row().status()).isEqualTo(RunStatus.RUNNING);
    assertThat(live.all()).isEmpty();
    assertThat(fixture.heard.count("attemptLost", attempt)).isEqualTo(1);
  }

  @Test
  void an_end_that_fails_in_any_other_way_is_left_for_a_takeover_and_not_open_for_ever() {
    Grants broken =
        new Grants(
            filter,
            fixture.arbiter,
            new Ledger(new Broken(fixture.pool), new DatabaseClock(fixture.pool)),
            live,
            fixture.events,
            new TaggedSessions(fixture.pool),
            PodTime.ofThisJvm());
    LiveAttempt attempt = granted(GuardFixture.LEASE);

    AttemptEnd end = broken.finish(attempt, AttemptEnd.completed());

    assertThat(end.status()).isEqualTo(AttemptStatus.LOST);
    assertThat(end.message()).contains("could not be written", "a driver that is broken");
    assertThat(attempt.isLost()).isTrue();
    assertThat(live.all()).isEmpty();
    broken.close();
  }

  /** Throws in each statement what no driver should. */
  private static final class Broken extends DelegatingDataSource {

    Broken(DataSource target) {
      super(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connection real = super.getConnection();
      return (Connection)
          Proxy.newProxyInstance(
              Broken.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("prepareStatement")) {
                  throw new UnsupportedOperationException("a driver that is broken");
                }
                return method.invoke(real, arguments);
              });
    }
  }

  @Test
  void whoever_waits_for_the_end_finds_everything_given_back() throws Exception {
    LiveAttempt attempt = granted(GuardFixture.LEASE);
    CompletableFuture<List<String>> heldAtTheEnd =
        attempt.end().thenApply(end -> whatIsHeld()).toCompletableFuture();

    grants.finish(attempt, AttemptEnd.completed());

    assertThat(heldAtTheEnd.get(1, TimeUnit.MINUTES)).isEmpty();
  }

  @Test
  void an_attempt_that_ended_well_is_not_said_to_be_lost_when_its_lease_is_gone() {
    LiveAttempt attempt = granted(SHORT);
    grants.finish(attempt, AttemptEnd.completed());

    await()
        .during(SHORT.multipliedBy(2))
        .atMost(Duration.ofMinutes(1))
        .until(() -> !attempt.isLost() && !leaseLives());
    assertThat(ofKeeper.lines()).isEmpty();
    assertThat(ofWatch.lines()).isEmpty();
    assertThat(fixture.heard.count("filterLost", attempt)).isZero();
  }

  @Test
  void a_lock_that_redis_lost_is_told_once_and_the_attempt_goes_on() {
    LiveAttempt attempt = granted(SHORT);
    filter.holding = Filter.Holding.LOST;

    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> fixture.heard.count("filterLost", attempt) == 1);
    await()
        .atMost(Duration.ofMinutes(1))
        .during(SHORT)
        .until(() -> fixture.heard.count("filterLost", attempt) == 1);
    assertThat(ofWatch.lines()).singleElement().asString().contains("Redis lost the lock");
    assertThat(attempt.isLost()).isFalse();
    assertThat(grants.finish(attempt, AttemptEnd.completed()).status())
        .isEqualTo(AttemptStatus.COMPLETED);
  }

  @Test
  void a_superseded_attempt_ends_as_lost_and_leaves_its_successor_alone() {
    LiveAttempt attempt = granted(GuardFixture.LEASE);
    LiveAttempt successor = fixture.takeOver(attempt);

    AttemptEnd end = grants.finish(attempt, AttemptEnd.completed());

    assertThat(end.status()).isEqualTo(AttemptStatus.LOST);
    assertThat(row().attemptId()).isEqualTo(successor.attempt().id());
    assertThat(row().status()).isEqualTo(RunStatus.RUNNING);
    assertThat(row().leaseLives()).isTrue();
    assertThat(filter.held()).isEmpty();
  }

  @Test
  void
      a_lost_attempt_gives_its_filter_lock_back_at_once_and_its_place_when_its_threads_have_left() {
    LiveAttempt attempt = granted(GuardFixture.LEASE);
    attempt.lose("a test says so");

    assertThat(filter.held()).isEmpty();
    assertThat(live.occupy(key)).contains(key);

    assertThat(grants.finish(attempt, AttemptEnd.completed()).message())
        .isEqualTo("a test says so");
    assertThat(live.occupy(key)).isEmpty();
    assertThat(row().status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void an_end_that_cannot_be_written_is_tried_until_it_can() throws Exception {
    LiveAttempt attempt = granted(GuardFixture.LEASE);
    fixture.jdbc.sql("ALTER TABLE runledger.batch_attempt RENAME TO away").update();
    CompletableFuture<AttemptEnd> end;
    try {
      end = CompletableFuture.supplyAsync(() -> grants.finish(attempt, AttemptEnd.completed()));
      await().atMost(Duration.ofMinutes(1)).until(() -> !ofGrants.lines().isEmpty());
      assertThat(end).isNotDone();
    } finally {
      fixture.jdbc.sql("ALTER TABLE runledger.away RENAME TO batch_attempt").update();
    }
    assertThat(end.get(1, TimeUnit.MINUTES).status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(row().status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(ofGrants.lines()).hasSize(1);
  }

  /** A renewal may go well for ever where the end may not, and then the run must not hang. */
  @Test
  void an_end_that_can_not_be_written_for_a_whole_lease_leaves_the_run_to_a_takeover()
      throws Exception {
    LiveAttempt attempt = granted(SHORT);
    fixture.jdbc.sql("ALTER TABLE runledger.batch_attempt RENAME TO away").update();
    try {
      AttemptEnd end =
          CompletableFuture.supplyAsync(() -> grants.finish(attempt, AttemptEnd.completed()))
              .get(1, TimeUnit.MINUTES);
      assertThat(end.status()).isEqualTo(AttemptStatus.LOST);
      assertThat(end.message()).contains("could not be written for PT0.9S");
    } finally {
      fixture.jdbc.sql("ALTER TABLE runledger.away RENAME TO batch_attempt").update();
    }
    assertThat(ofGrants.lines()).as("the first try and the last").hasSize(2);
    await().atMost(Duration.ofMinutes(1)).until(() -> !row().leaseLives());
    assertThat(row().status()).isEqualTo(RunStatus.RUNNING);
    assertThat(fixture.heard.count("attemptLost", attempt)).isEqualTo(1);
  }

  /** Stopping a pod interrupts its threads, and an interrupted thread is refused a connection. */
  @Test
  void an_interrupted_thread_writes_its_end_all_the_same_and_stays_interrupted() throws Exception {
    LiveAttempt attempt = granted(GuardFixture.LEASE);
    try (BusyPool busy = BusyPool.take(fixture.pool)) {
      CompletableFuture<Boolean> interrupted =
          CompletableFuture.supplyAsync(
              () -> {
                Thread.currentThread().interrupt();
                grants.finish(attempt, AttemptEnd.completed());
                return Thread.interrupted();
              });
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> fixture.pool.getHikariPoolMXBean().getThreadsAwaitingConnection() > 0);
      busy.free();
      assertThat(interrupted.get(1, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(row().status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(ofGrants.lines()).isEmpty();
  }

  @Test
  void sessions_that_cannot_be_ended_are_a_warning_and_no_failure_of_the_successor() {
    LiveAttempt successor = granted(GuardFixture.LEASE);
    HikariDataSource closed = new HikariDataSource();
    closed.close();
    try (Grants offline =
        new Grants(
            filter,
            fixture.arbiter,
            fixture.ledger,
            live,
            fixture.events,
            new TaggedSessions(closed),
            PodTime.ofThisJvm())) {
      offline.endSessionsBefore(successor);
    }
    assertThat(ofGrants.lines()).singleElement().asString().contains("could not be ended");
  }

  private LiveAttempt granted(Duration lease) {
    JobGuard job = GuardFixture.guardOf(key, null, lease);
    long askedAt = System.nanoTime();
    LiveAttempt claimed = fixture.begin(key, job);
    assertThat(live.occupy(key)).isEmpty();
    filter.tryAcquire(claimed.lockName(), claimed.attempt().id());
    return grants.begin(new Claim(claimed.attempt(), null), job, claimed.lockName(), askedAt, true);
  }

  private Run row() {
    return fixture.ledger.read(key).orElseThrow();
  }

  private boolean leaseLives() {
    return fixture.arbiter.holder(key.job()).orElseThrow().lives();
  }

  private List<String> whatIsHeld() {
    List<String> held = new ArrayList<>();
    if (!filter.held().isEmpty()) {
      held.add("the filter's lock");
    }
    if (leaseLives()) {
      held.add("the lease");
    }
    if (live.occupy(key).isPresent()) {
      held.add("the place in the pod");
    } else {
      live.vacate(key);
    }
    if (row().status() == RunStatus.RUNNING) {
      held.add("the run");
    }
    return held;
  }
}
