package io.runledger.guard;

import static io.runledger.guard.GuardFixture.LEASE;
import static io.runledger.guard.GuardFixture.newName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessException;

class LedgerClaimTest {

  private static GuardFixture fixture;
  private static Ledger ledger;

  private final RunKey key = GuardFixture.newRun();

  @BeforeAll
  static void create() {
    fixture = GuardFixture.create();
    ledger = fixture.ledger;
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  @Test
  void the_first_claim_makes_the_row_and_the_first_attempt() {
    assertThat(ledger.read(key)).isEmpty();
    UUID id = UUID.randomUUID();
    RunRequest request =
        new RunRequest(key, Cause.person("ann", "month end"), false, Map.of("note", "by hand"));

    Attempt attempt =
        ledger
            .claim(
                request,
                Optional.empty(),
                Timetable.Entry.free(key),
                id,
                fence(),
                key.job(),
                fixture.pod)
            .orElseThrow()
            .attempt();

    assertThat(attempt.number()).isEqualTo(1);
    assertThat(attempt.generation()).isEqualTo(1);
    Run run = ledger.read(key).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(run.fence()).isEqualTo(attempt.fence());
    assertThat(run.attemptId()).isEqualTo(id);
    assertThat(run.lockName()).isEqualTo(key.job());
    assertThat(run.pod()).isEqualTo(fixture.pod.toString());
    assertThat(attemptRow(1))
        .containsEntry("attempt_id", id)
        .containsEntry("fence", attempt.fence())
        .containsEntry("status", "RUNNING")
        .containsEntry("cause", "PERSON")
        .containsEntry("actor", "ann")
        .containsEntry("reason", "month end")
        .containsEntry("parameters", "{\"note\":\"by hand\"}");
  }

  @ParameterizedTest(name = "{0} asked for by {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RUNNING              | SCHEDULE CATCH_UP RECOVERY RETRY PERSON | claimed
          STOPPED              | SCHEDULE CATCH_UP RECOVERY RETRY PERSON | claimed
          STOPPED by a person  | SCHEDULE CATCH_UP RECOVERY RETRY        | refused
          STOPPED by a person  | PERSON                                  | claimed
          FAILED               | SCHEDULE CATCH_UP RECOVERY              | refused
          FAILED               | RETRY PERSON                            | claimed
          MISSED               | SCHEDULE CATCH_UP RECOVERY RETRY        | refused
          MISSED               | PERSON                                  | claimed
          REOPENED             | SCHEDULE CATCH_UP RETRY                 | refused
          REOPENED             | RECOVERY PERSON                         | claimed
          COMPLETED            | SCHEDULE CATCH_UP RECOVERY RETRY PERSON | refused
          """)
  void a_cause_claims_the_states_that_are_its_own(String state, String causes, String expected) {
    for (String cause : causes.split(" ", -1)) {
      RunKey run = GuardFixture.newRun();
      put(run, state);
      Run before = ledger.read(run).orElseThrow();

      Optional<Attempt> claimed = claim(run, cause(Cause.Kind.valueOf(cause)), before, run.job());

      assertThat(claimed.isPresent() ? "claimed" : "refused").as(cause).isEqualTo(expected);
      if (claimed.isPresent()) {
        assertThat(claimed.get().number()).isEqualTo(2);
        Run after = ledger.read(run).orElseThrow();
        assertThat(after.status()).isEqualTo(RunStatus.RUNNING);
        assertThat(after.stoppedByPerson()).isFalse();
        assertThat(after.endedAt()).isNull();
        assertThat(after.message()).isNull();
      } else {
        assertThat(ledger.read(run).orElseThrow()).isEqualTo(before);
      }
    }
  }

  @Test
  void a_takeover_supersedes_the_attempt_whose_lease_is_dead() {
    LiveAttempt dead = fixture.begin(key);

    LiveAttempt successor = fixture.takeOver(dead);

    assertThat(successor.attempt().number()).isEqualTo(2);
    assertThat(successor.attempt().fence()).isGreaterThan(dead.attempt().fence());
    Run run = ledger.read(key).orElseThrow();
    assertThat(run.attemptId()).isEqualTo(successor.attempt().id());
    assertThat(run.attempts()).isEqualTo(2);
    assertThat(run.leaseLives()).isTrue();
    assertThat(attemptRow(1))
        .containsEntry("status", "LOST")
        .containsEntry(
            "message", "superseded by attempt 2 under fence " + successor.attempt().fence());
    assertThat(attemptRow(1).get("ended_at")).isNotNull();
    assertThat(attemptRow(2)).containsEntry("status", "RUNNING");
  }

  @Test
  void an_attempt_that_had_ended_keeps_its_end_when_the_run_is_tried_again() {
    LiveAttempt failed = fixture.begin(key);
    ledger.finish(failed, AttemptEnd.failed("no such account"));

    assertThat(claim(key, Cause.person("ann", null), ledger.read(key).orElseThrow(), key.job()))
        .isPresent();

    assertThat(attemptRow(1))
        .containsEntry("status", "FAILED")
        .containsEntry("message", "no such account");
  }

  @Test
  void a_claim_is_refused_if_another_was_faster_since_the_row_was_read() {
    Optional<Run> nothing = ledger.read(key);
    LiveAttempt first = fixture.begin(key);
    Run one = ledger.read(key).orElseThrow();
    fixture.takeOver(first);

    assertThat(claim(key, Cause.recovery(), nothing, key.job())).isEmpty();
    assertThat(claim(key, Cause.recovery(), one, key.job())).isEmpty();
    assertThat(claim(key, Cause.recovery(), ledger.read(key), key.job())).isPresent();
  }

  @Test
  void a_claim_is_refused_under_a_fence_that_is_not_higher() {
    LiveAttempt first = fixture.begin(key);
    fixture.expire(key.job());
    Optional<Run> seen = ledger.read(key);
    long mine = first.attempt().fence();

    assertThat(claim(key, Cause.recovery(), seen, key.job(), mine)).isEmpty();
    assertThat(claim(key, Cause.recovery(), seen, key.job(), mine - 1)).isEmpty();
    assertThat(claim(key, Cause.recovery(), seen, key.job(), mine + 1)).isPresent();
  }

  @Test
  void a_live_run_is_not_stolen_by_a_pod_that_calls_its_lock_otherwise() {
    LiveAttempt live = fixture.begin(key);
    String otherLock = newName();
    fixture.arbiter.acquire(otherLock, UUID.randomUUID(), LEASE).orElseThrow();

    assertThat(claim(key, Cause.recovery(), ledger.read(key), otherLock)).isEmpty();
    assertThat(ledger.read(key).orElseThrow().attemptId()).isEqualTo(live.attempt().id());

    fixture.expire(key.job());
    assertThat(claim(key, Cause.recovery(), ledger.read(key), otherLock)).isPresent();
    assertThat(ledger.read(key).orElseThrow().lockName()).isEqualTo(otherLock);
  }

  @Test
  void a_run_whose_lease_was_given_back_is_not_live_under_another_lock_name() {
    LiveAttempt live = fixture.begin(key);
    fixture.arbiter.release(key.job(), live.attempt().id());

    assertThat(claim(key, Cause.recovery(), ledger.read(key), newName())).isPresent();
  }

  @Test
  void a_run_whose_deadline_the_clock_left_behind_is_not_live_under_another_lock_name() {
    fixture.begin(key);
    fixture
        .jdbc
        .sql(
            """
            UPDATE runledger.batch_lock SET locked_until = clock_timestamp() + 3 * lease
             WHERE name = :name
            """)
        .param("name", key.job())
        .update();

    assertThat(ledger.read(key).orElseThrow().leaseLives()).isFalse();
    assertThat(claim(key, Cause.recovery(), ledger.read(key), newName())).isPresent();
  }

  @Test
  void a_takeover_under_another_lock_name_waits_for_the_chunk_of_the_old_owner() throws Exception {
    fixture.begin(key);
    fixture.expire(key.job());
    Optional<Run> seen = ledger.read(key);
    try (OpenTransaction chunk = fixture.open()) {
      AdvisoryLocks.shared(chunk.jdbc, key.job());
      CompletableFuture<Optional<Attempt>> claim =
          CompletableFuture.supplyAsync(() -> claim(key, Cause.recovery(), seen, newName()));
      fixture.awaitWaiting(claim);
      chunk.commit();
      assertThat(claim.get(1, TimeUnit.MINUTES)).isPresent();
    }
  }

  @Test
  void a_claim_waits_for_a_chunk_under_its_own_lock_name_but_not_for_others() throws Exception {
    try (OpenTransaction chunk = fixture.open();
        OpenTransaction stranger = fixture.open()) {
      AdvisoryLocks.shared(chunk.jdbc, key.job());
      AdvisoryLocks.shared(stranger.jdbc, newName());
      CompletableFuture<Optional<Attempt>> claim =
          CompletableFuture.supplyAsync(
              () -> claim(key, Cause.schedule(), Optional.empty(), key.job()));
      fixture.awaitWaiting(claim);
      chunk.commit();
      assertThat(claim.get(1, TimeUnit.MINUTES)).isPresent();
    }
  }

  @Test
  void a_claim_that_waits_for_seconds_gives_up_with_an_error_that_is_no_refusal() {
    try (OpenTransaction frozen = fixture.open()) {
      AdvisoryLocks.shared(frozen.jdbc, key.job());

      CompletableFuture<Optional<Attempt>> claim =
          CompletableFuture.supplyAsync(
              () -> claim(key, Cause.schedule(), Optional.empty(), key.job()));
      assertThatThrownBy(() -> claim.get(8, TimeUnit.SECONDS))
          .hasCauseInstanceOf(DataAccessException.class)
          .hasStackTraceContaining("lock timeout");
      assertThat(ledger.read(key)).isEmpty();
    }
  }

  @Test
  void a_claim_is_bounded_in_waiting_and_in_idling_and_reads_what_is_committed() {
    fixture
        .jdbc
        .sql(
            """
            CREATE TABLE bounds AS SELECT '' AS name, '' AS value WHERE false;
            CREATE FUNCTION note_bounds() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              INSERT INTO bounds SELECT name, setting FROM pg_settings
               WHERE name IN ('lock_timeout', 'idle_in_transaction_session_timeout',
                              'transaction_isolation');
              RETURN NULL;
            END $$;
            CREATE TRIGGER note_bounds AFTER INSERT ON runledger.batch_attempt
                   EXECUTE FUNCTION note_bounds();
            """)
        .update();
    assertThat(claim(key, Cause.schedule(), Optional.empty(), key.job())).isPresent();
    fixture.jdbc.sql("DROP TRIGGER note_bounds ON runledger.batch_attempt").update();

    Map<String, String> bounds = new TreeMap<>();
    fixture.template.query(
        "SELECT name, value FROM bounds",
        rs -> {
          bounds.put(rs.getString("name"), rs.getString("value"));
        });
    assertThat(bounds)
        .containsEntry("lock_timeout", "3000")
        .containsEntry("idle_in_transaction_session_timeout", "10000")
        .containsEntry("transaction_isolation", "read committed");
    assertThat(fixture.jdbc.sql("SHOW lock_timeout").query(String.class).single()).isEqualTo("0");
  }

  private Optional<Attempt> claim(RunKey run, Cause cause, Run seen, String lockName) {
    return claim(run, cause, Optional.of(seen), lockName);
  }

  private Optional<Attempt> claim(RunKey run, Cause cause, Optional<Run> seen, String lockName) {
    return claim(run, cause, seen, lockName, fence());
  }

  private Optional<Attempt> claim(
      RunKey run, Cause cause, Optional<Run> seen, String lockName, long fence) {
    return ledger
        .claim(
            RunRequest.of(run, cause),
            seen,
            Timetable.Entry.free(run),
            UUID.randomUUID(),
            fence,
            lockName,
            fixture.pod)
        .map(Claim::attempt);
  }

  private static long fence() {
    return fixture.jdbc.sql("SELECT nextval('runledger.batch_fence')").query(Long.class).single();
  }

  private static Cause cause(Cause.Kind kind) {
    return new Cause(kind, kind == Cause.Kind.PERSON ? "ann" : null, null);
  }

  /** A run in this state, whose owner is gone. */
  private static void put(RunKey run, String state) {
    fixture.begin(run);
    fixture.expire(run.job());
    fixture
        .jdbc
        .sql(
            """
            UPDATE runledger.batch_run
               SET status = :status, stopped_by_person = :person, message = 'as it was',
                   ended_at = CASE WHEN :status = 'RUNNING' THEN NULL ELSE clock_timestamp() END
             WHERE job_name = :job
            """)
        .param("status", state.split(" ", -1)[0])
        .param("person", state.endsWith("by a person"))
        .param("job", run.job())
        .update();
  }

  private Map<String, Object> attemptRow(int number) {
    return fixture
        .jdbc
        .sql("SELECT * FROM runledger.batch_attempt WHERE job_name = :job AND number = :number")
        .param("job", key.job())
        .param("number", number)
        .query()
        .singleRow();
  }
}
