package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.runledger.guard.Filter.Answer;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.Layer;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.FreePort;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GuardChainTest {

  private static final Cause PERSON = Cause.person("ann", "month end");

  private static final GuardFixture fixture = GuardFixture.create();

  private final ScriptedFilter filter = ScriptedFilter.saying(Answer.HELD);
  private final LiveAttempts live = new LiveAttempts();
  private final Grants grants = grants(fixture.arbiter, fixture.ledger);
  private final GuardChain chain = chain(fixture.arbiter, fixture.ledger, grants);
  private final RunKey key = GuardFixture.newRun();
  private final JobGuard job = GuardFixture.guardOf(key);

  @AfterAll
  static void closeFixture() {
    fixture.close();
  }

  @AfterEach
  void close() {
    grants.close();
  }

  @Test
  void a_run_that_nobody_ever_claimed_is_started_through_all_layers() {
    LiveAttempt attempt = granted(ask(Cause.schedule()));

    assertThat(attempt.attempt().number()).isEqualTo(1);
    assertThat(filter.asked()).isEqualTo(1);
    assertThat(filter.held()).containsExactly(attempt.attempt().id());
    assertThat(live.all()).containsExactly(attempt);
    assertThat(row().leaseLives()).isTrue();
    assertThat(row().attemptId()).isEqualTo(attempt.attempt().id());
    assertThat(fixture.heard.count("answered", key.toString())).isEqualTo(1);
  }

  @Test
  void a_run_that_is_started_names_this_pod_as_its_owner() {
    assertThat(ask(Cause.schedule()).verdict().decision().owner())
        .isEqualTo(fixture.pod.toString());
  }

  @Test
  void a_date_that_was_missed_is_started_by_a_person_for_nothing_had_begun() {
    stop(fixture.begin(key));
    fixture
        .jdbc
        .sql("UPDATE runledger.batch_run SET status = 'MISSED', pod = 'other' WHERE job_name = ?")
        .param(key.job())
        .update();

    Verdict verdict = ask(PERSON).verdict();

    assertThat(verdict).isInstanceOf(Verdict.Started.class);
    assertThat(verdict.decision().owner()).isEqualTo(fixture.pod.toString());
  }

  @Test
  void a_run_that_was_granted_is_started_and_one_that_goes_on_is_resumed() {
    assertThat(ask(Cause.schedule()).verdict()).isInstanceOf(Verdict.Started.class);
    grants.finish(live.all().get(0), AttemptEnd.failed("no such account"));

    Verdict verdict = ask(PERSON).verdict();

    assertThat(verdict).isInstanceOf(Verdict.Resumed.class);
    assertThat(verdict.decision().layer()).isEqualTo(Layer.LEDGER);
    assertThat(verdict.explanation()).startsWith("attempt 2 under fence");
  }

  @ParameterizedTest
  @EnumSource(Cause.Kind.class)
  void a_completed_run_is_answered_by_its_row_and_nothing_else_is_touched(Cause.Kind kind) {
    complete();
    Map<String, Object> before = lease();
    int asked = filter.asked();

    Verdict verdict = ask(cause(kind)).verdict();

    assertThat(verdict).isInstanceOf(Verdict.AlreadyCompleted.class);
    assertThat(verdict.decision().layer()).isEqualTo(Layer.LEDGER);
    assertThat(verdict.decision().owner()).isEqualTo(fixture.pod.toString());
    assertThat(verdict.decision().since()).isEqualTo(row().endedAt());
    assertThat(filter.asked()).isEqualTo(asked);
    assertThat(lease()).isEqualTo(before);
    assertNothingIsHeld();
  }

  @Test
  void a_run_that_another_pod_works_on_is_already_running_and_names_it() {
    LiveAttempt other = fixture.begin(key);

    Verdict verdict = ask(PERSON).verdict();

    assertThat(verdict).isInstanceOf(Verdict.AlreadyRunning.class);
    assertThat(verdict.decision().layer()).isEqualTo(Layer.LEDGER);
    assertThat(verdict.decision().owner()).isEqualTo(fixture.pod.toString());
    assertThat(verdict.decision().since()).isEqualTo(row().startedAt());
    assertThat(verdict.explanation()).contains("its lease lives until");
    assertThat(filter.asked()).isZero();
    assertThat(row().attemptId()).isEqualTo(other.attempt().id());
    assertThat(live.all()).isEmpty();
  }

  @Test
  void a_run_whose_lock_is_leased_to_another_run_is_already_running_and_names_that_run() {
    String shared = GuardFixture.newName();
    RunKey other = GuardFixture.newRun();
    LiveAttempt owner = fixture.begin(other, GuardFixture.guardOf(other, shared, job.lease()));

    Verdict verdict =
        chain
            .pass(
                RunRequest.of(key, Cause.schedule()),
                GuardFixture.guardOf(key, shared, job.lease()))
            .verdict();

    assertThat(verdict).isInstanceOf(Verdict.AlreadyRunning.class);
    assertThat(verdict.decision().layer()).isEqualTo(Layer.LEASE);
    assertThat(verdict.explanation()).contains(shared).contains(other.toString());
    assertThat(fixture.arbiter.holder(shared).orElseThrow().attempt())
        .isEqualTo(owner.attempt().id());
    assertNothingIsHeld();
  }

  @Test
  void a_lease_without_a_run_yet_is_an_attempt_that_just_begins() {
    fixture.arbiter.acquire(key.job(), UUID.randomUUID(), job.lease()).orElseThrow();

    Verdict verdict = ask(Cause.schedule()).verdict();

    assertThat(verdict).isInstanceOf(Verdict.AlreadyRunning.class);
    assertThat(verdict.explanation()).contains("an attempt that just begins");
    assertThat(filter.held()).isEmpty();
    assertThat(live.occupy(key)).isEmpty();
  }

  /** In one transaction with the claim, nobody would see the lease before that ends. */
  @Test
  void who_asks_while_a_claim_waits_for_a_chunk_is_told_of_its_lease_at_once() throws Exception {
    try (OpenTransaction chunk = fixture.open()) {
      AdvisoryLocks.shared(chunk.jdbc, key.job());
      CompletableFuture<Passage> claim = CompletableFuture.supplyAsync(() -> ask(Cause.schedule()));
      fixture.awaitWaiting(claim);

      Verdict verdict = anotherPod().pass(RunRequest.of(key, PERSON), job).verdict();

      assertThat(verdict).isInstanceOf(Verdict.AlreadyRunning.class);
      assertThat(verdict.decision().layer()).isEqualTo(Layer.LEASE);
      chunk.commit();
      assertThat(granted(claim.get(1, TimeUnit.MINUTES)).attempt().number()).isEqualTo(1);
    }
  }

  @Test
  void a_job_that_has_threads_in_this_pod_is_not_asked_for_elsewhere() {
    RunKey yesterday = RunKey.of(key.job(), key.batchDate().minusDays(1));
    granted(chain.pass(RunRequest.of(yesterday, Cause.schedule()), job));
    int asked = filter.asked();

    Verdict verdict = ask(PERSON).verdict();

    assertThat(verdict).isInstanceOf(Verdict.AlreadyRunning.class);
    assertThat(verdict.decision().layer()).isEqualTo(Layer.POD);
    assertThat(verdict.explanation()).contains(yesterday.toString());
    assertThat(filter.asked()).isEqualTo(asked);
    assertThat(live.occupy(yesterday)).as("the place is still its own").contains(yesterday);
  }

  @Test
  void a_scheduled_wake_believes_a_filter_that_says_busy() {
    filter.answer = Answer.BUSY;

    Verdict verdict = ask(Cause.schedule()).verdict();

    assertThat(verdict).isInstanceOf(Verdict.AlreadyRunning.class);
    assertThat(verdict.decision().layer()).isEqualTo(Layer.FILTER);
    assertThat(fixture.ledger.read(key)).isEmpty();
    assertNothingIsHeld();
  }

  @Test
  void a_person_is_let_through_a_busy_filter_if_no_lease_lives_there() {
    filter.answer = Answer.BUSY;

    assertThat(ask(PERSON).verdict()).isInstanceOf(Verdict.Started.class);
    assertThat(fixture.heard.count("filterUnknown", key.job())).isEqualTo(1);
  }

  @Test
  void a_wake_that_meets_a_busy_filter_again_is_let_through_if_no_lease_lives_there() {
    filter.answer = Answer.BUSY;
    RunRequest again = RunRequest.of(key, Cause.schedule()).onceMore();

    assertThat(chain.pass(again, job).verdict()).isInstanceOf(Verdict.Started.class);
  }

  @Test
  void a_busy_filter_that_a_living_lease_confirms_is_already_running_for_everybody() {
    String shared = GuardFixture.newName();
    RunKey other = GuardFixture.newRun();
    fixture.begin(other, GuardFixture.guardOf(other, shared, job.lease()));
    filter.answer = Answer.BUSY;
    JobGuard sharing = GuardFixture.guardOf(key, shared, job.lease());

    for (RunRequest request :
        List.of(RunRequest.of(key, PERSON), RunRequest.of(key, Cause.schedule()).onceMore())) {
      Verdict verdict = chain.pass(request, sharing).verdict();

      assertThat(verdict).isInstanceOf(Verdict.AlreadyRunning.class);
      assertThat(verdict.decision().layer()).isEqualTo(Layer.LEASE);
      assertThat(verdict.explanation()).contains(other.toString());
      assertNothingIsHeld();
    }
    assertThat(fixture.heard.count("filterUnknown", shared)).as("passes without Redis").isZero();
  }

  @Test
  void a_filter_that_cannot_tell_lets_everybody_through_and_its_ghost_is_ended() {
    filter.answer = Answer.UNKNOWN;

    LiveAttempt attempt = granted(ask(Cause.schedule()));

    assertThat(fixture.heard.count("filterUnknown", key.job())).isEqualTo(1);
    grants.finish(attempt, AttemptEnd.completed());
    assertNothingIsHeld();
  }

  @Test
  void a_recovery_does_not_ask_the_filter_since_the_dead_owners_lock_may_still_be_there() {
    fixture.begin(key);
    fixture.expire(key.job());
    filter.answer = Answer.BUSY;

    Verdict verdict = ask(Cause.recovery()).verdict();

    assertThat(verdict).isInstanceOf(Verdict.Resumed.class);
    assertThat(filter.asked()).isZero();
    assertThat(row().attempts()).isEqualTo(2);
  }

  @Test
  void a_failed_run_is_blocked_for_the_schedule_and_resumed_by_a_person() {
    LiveAttempt failed = fixture.begin(key);
    fixture.ledger.finish(failed, AttemptEnd.failed("no such account"));
    fixture.arbiter.release(key.job(), failed.attempt().id());

    for (Cause cause : List.of(Cause.schedule(), Cause.recovery())) {
      Verdict verdict = ask(cause).verdict();
      assertThat(verdict).isInstanceOf(Verdict.Blocked.class);
      assertThat(verdict.explanation())
          .isEqualTo("it is FAILED: no such account; ask for it by hand to resume it");
      assertThat(filter.asked()).isZero();
      assertNothingIsHeld();
    }
    assertThat(ask(PERSON).verdict()).isInstanceOf(Verdict.Resumed.class);
    assertThat(row().status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void a_run_that_a_person_stopped_waits_for_a_person_and_one_that_a_shutdown_stopped_does_not() {
    LiveAttempt stopped = fixture.begin(key);
    fixture.ledger.finish(stopped, new AttemptEnd(AttemptStatus.STOPPED, true, null));
    fixture.arbiter.release(key.job(), stopped.attempt().id());

    assertThat(ask(Cause.recovery()).verdict()).isInstanceOf(Verdict.Blocked.class);
    LiveAttempt resumed = granted(ask(PERSON));
    grants.finish(resumed, new AttemptEnd(AttemptStatus.STOPPED, false, null));
    assertThat(ask(Cause.recovery()).verdict()).isInstanceOf(Verdict.Resumed.class);
  }

  @Test
  void a_date_in_the_future_is_blocked_for_everybody_and_today_is_not() {
    LocalDate today = fixture.ledger.today(ZoneOffset.UTC);
    RunKey tomorrow = RunKey.of(key.job(), today.plusDays(1));

    for (Cause cause : List.of(Cause.schedule(), PERSON)) {
      Verdict verdict = chain.pass(RunRequest.of(tomorrow, cause), job).verdict();
      assertThat(verdict).isInstanceOf(Verdict.Blocked.class);
      assertThat(verdict.explanation()).contains("in the future").contains(today.toString());
    }
    assertNothingIsHeld();
    assertThat(chain.pass(RunRequest.of(RunKey.of(key.job(), today), PERSON), job).verdict())
        .isInstanceOf(Verdict.Started.class);
  }

  @ParameterizedTest
  @EnumSource(Answer.class)
  void a_database_that_is_down_makes_everything_unavailable_whatever_redis_says(Answer answer) {
    filter.answer = answer;
    try (HikariDataSource down = down()) {
      LeaseArbiter arbiter = new LeaseArbiter(down, down);
      Ledger ledger = new Ledger(down, new DatabaseClock(down));
      Grants offline = grants(arbiter, ledger);
      GuardChain unreachable = chain(arbiter, ledger, offline);

      Verdict verdict = unreachable.pass(RunRequest.of(key, Cause.schedule()), job).verdict();

      assertThat(verdict).isInstanceOf(Verdict.Unavailable.class);
      assertThat(verdict.explanation()).contains("whether it is done is not known");
      offline.close();
    }
    assertNothingIsHeld();
  }

  /** The row could be read, and then the database went away: at the lease, or at the ledger. */
  @ParameterizedTest
  @EnumSource(
      value = Layer.class,
      names = {"LEASE", "LEDGER"})
  void a_database_that_fails_on_the_way_is_unavailable_and_nothing_is_left_held(Layer where) {
    String table = where == Layer.LEASE ? "batch_lock" : "batch_attempt";
    complain(table);
    try {
      Verdict verdict = ask(Cause.schedule()).verdict();

      assertThat(verdict).isInstanceOf(Verdict.Unavailable.class);
      assertThat(verdict.explanation()).contains("out of order");
    } finally {
      fixture.jdbc.sql("DROP TRIGGER out_of_order ON runledger." + table).update();
    }
    assertThat(fixture.ledger.read(key)).isEmpty();
    assertNothingIsHeld();
    assertThat(ask(Cause.schedule()).verdict()).isInstanceOf(Verdict.Started.class);
  }

  @Test
  void a_run_that_is_live_under_another_lock_name_is_already_running_and_nothing_is_left_held() {
    LiveAttempt owner = fixture.begin(key);
    String other = GuardFixture.newName();
    JobGuard disagreeing = GuardFixture.guardOf(key, other, job.lease());

    Verdict verdict = chain.pass(RunRequest.of(key, Cause.recovery()), disagreeing).verdict();

    assertThat(verdict).isInstanceOf(Verdict.AlreadyRunning.class);
    assertThat(row().attemptId()).isEqualTo(owner.attempt().id());
    assertThat(fixture.arbiter.holder(other).filter(LeaseArbiter.Holder::lives)).isEmpty();
    assertThat(live.occupy(key)).isEmpty();
  }

  @Test
  void a_row_that_others_move_in_each_round_is_already_running_and_never_unavailable() {
    stop(fixture.begin(key));
    filter.meanwhile = () -> move("STOPPED");

    Verdict verdict = ask(PERSON).verdict();

    assertThat(verdict).isInstanceOf(Verdict.AlreadyRunning.class);
    assertThat(verdict.decision().layer()).isEqualTo(Layer.LEDGER);
    assertThat(verdict.decision().owner()).isEqualTo(fixture.pod.toString());
    assertThat(verdict.decision().since()).isEqualTo(row().startedAt());
    assertThat(verdict.explanation())
        .isEqualTo(
            "others were at it each time it was asked for; attempt 4 on %s left it STOPPED",
            fixture.pod);
    assertThat(filter.asked()).isEqualTo(3);
    assertNothingIsHeld();
  }

  @Test
  void a_row_that_moved_in_each_round_answers_by_itself_once_it_can() {
    stop(fixture.begin(key));
    filter.meanwhile = () -> move(filter.asked() < 3 ? "STOPPED" : "COMPLETED");

    assertThat(ask(PERSON).verdict()).isInstanceOf(Verdict.AlreadyCompleted.class);
    assertNothingIsHeld();
  }

  @Test
  void a_fence_sequence_that_stepped_back_blocks_the_run_and_says_how_to_raise_it() {
    stop(fixture.begin(key));
    fixture
        .jdbc
        .sql("UPDATE runledger.batch_run SET fence = 1000000 WHERE job_name = ?")
        .param(key.job())
        .update();

    Verdict verdict = ask(PERSON).verdict();

    assertThat(verdict).isInstanceOf(Verdict.Blocked.class);
    assertThat(verdict.explanation())
        .startsWith(
            "its fence is 1000000, and the sequence runledger.batch_fence has stepped back");
    assertNothingIsHeld();
  }

  @Test
  void everybody_presses_at_once_and_one_is_started() throws Exception {
    String name = GuardFixture.newName();
    try (Race presses = new Race(5)) {
      for (int round = 0; round < 50; round++) {
        RunKey date = RunKey.of(name, GuardFixture.DATE.minusDays(round));
        JobGuard guard = GuardFixture.guardOf(date);
        // Each press on a pod of its own.
        List<Passage> passages =
            presses.run(() -> Optional.of(anotherPod().pass(RunRequest.of(date, PERSON), guard)));

        List<String> words = new ArrayList<>();
        for (Passage passage : passages) {
          words.add(passage.verdict().word());
          if (passage instanceof Passage.Granted it) {
            grants.finish(it.attempt(), AttemptEnd.completed());
          }
        }
        words.sort(null);
        assertThat(words)
            .as("answers of round %d", round)
            .containsExactly(
                "ALREADY_RUNNING",
                "ALREADY_RUNNING",
                "ALREADY_RUNNING",
                "ALREADY_RUNNING",
                "STARTED");
      }
    }
  }

  private GuardChain anotherPod() {
    return new GuardChain(
        fixture.pod,
        ScriptedFilter.saying(Answer.UNKNOWN),
        fixture.arbiter,
        fixture.ledger,
        grants,
        new LiveAttempts(),
        fixture.events,
        PodTime.ofThisJvm());
  }

  private Passage ask(Cause cause) {
    return chain.pass(RunRequest.of(key, cause), job);
  }

  private static LiveAttempt granted(Passage passage) {
    assertThat(passage).as(passage.verdict().toString()).isInstanceOf(Passage.Granted.class);
    return ((Passage.Granted) passage).attempt();
  }

  private static Cause cause(Cause.Kind kind) {
    return kind == Cause.Kind.PERSON ? PERSON : new Cause(kind, null, null);
  }

  private void complete() {
    grants.finish(granted(ask(Cause.schedule())), AttemptEnd.completed());
  }

  private static void stop(LiveAttempt attempt) {
    fixture.ledger.finish(attempt, new AttemptEnd(AttemptStatus.STOPPED, false, null));
    fixture.arbiter.release(attempt.lockName(), attempt.attempt().id());
  }

  /** Another pod's attempt, from its claim to its end. */
  private void move(String status) {
    fixture
        .jdbc
        .sql(
            "UPDATE runledger.batch_run SET attempts = attempts + 1, status = ? WHERE job_name = ?")
        .param(status)
        .param(key.job())
        .update();
  }

  private Run row() {
    return fixture.ledger.read(key).orElseThrow();
  }

  private Map<String, Object> lease() {
    return fixture
        .jdbc
        .sql("SELECT * FROM runledger.batch_lock WHERE name = ?")
        .param(key.job())
        .query()
        .singleRow();
  }

  /** Of this job: neither Redis' lock, nor the lease, nor the place in the pod. */
  private void assertNothingIsHeld() {
    assertThat(filter.held()).as("the filter's locks").isEmpty();
    assertThat(fixture.arbiter.holder(key.job()).filter(LeaseArbiter.Holder::lives))
        .as("the lease")
        .isEmpty();
    assertThat(live.occupy(key)).as("the place in the pod").isEmpty();
    live.vacate(key);
  }

  private Grants grants(LeaseArbiter arbiter, Ledger ledger) {
    return new Grants(
        filter,
        arbiter,
        ledger,
        live,
        fixture.events,
        new TaggedSessions(fixture.pool),
        PodTime.ofThisJvm());
  }

  private GuardChain chain(LeaseArbiter arbiter, Ledger ledger, Grants granting) {
    return new GuardChain(
        fixture.pod, filter, arbiter, ledger, granting, live, fixture.events, PodTime.ofThisJvm());
  }

  private static HikariDataSource down() {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl("jdbc:postgresql://127.0.0.1:" + FreePort.next() + "/nobody");
    pool.setUsername("nobody");
    pool.setConnectionTimeout(Duration.ofMillis(300).toMillis());
    pool.setInitializationFailTimeout(-1);
    return pool;
  }

  private static void complain(String table) {
    fixture
        .jdbc
        .sql(
            """
            CREATE OR REPLACE FUNCTION out_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'out of order'; END $$
            """)
        .update();
    fixture
        .jdbc
        .sql(
            """
            CREATE TRIGGER out_of_order BEFORE INSERT ON runledger.%s
                   EXECUTE FUNCTION out_of_order()
            """
                .formatted(table))
        .update();
  }
}
