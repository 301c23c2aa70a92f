package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.run.Attempt;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class FenceTest {

  private static GuardFixture fixture;

  private final Warnings warnings = Warnings.of(Fence.class);
  private final RunKey key = GuardFixture.newRun();

  @BeforeAll
  static void create() {
    fixture = GuardFixture.create();
    fixture.jdbc.sql("CREATE TABLE effect (job text, fence bigint)").update();
  }

  @AfterAll
  static void closeFixture() {
    fixture.close();
  }

  @AfterEach
  void close() {
    warnings.close();
  }

  @Test
  void the_owner_of_the_run_passes_chunk_after_chunk() {
    LiveAttempt live = fixture.begin(key);

    chunk(live);
    chunk(live);

    assertThat(effects()).isEqualTo(2);
    assertThat(warnings.lines()).isEmpty();
  }

  @Test
  void the_owner_passes_although_its_lease_ran_out_as_long_as_nobody_took_over() {
    LiveAttempt live = fixture.begin(key);
    fixture.expire(key.job());

    chunk(live);

    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void a_superseded_attempt_is_refused_and_its_chunk_rolled_back() {
    LiveAttempt loser = fixture.begin(key);
    LiveAttempt successor = fixture.takeOver(loser);

    assertThatThrownBy(() -> chunk(loser))
        .isInstanceOf(AttemptLostException.class)
        .hasMessageContaining(key.toString())
        .hasMessageContaining("attempt 1 under fence " + loser.attempt().fence())
        .hasMessageContaining(
            "attempt 2 on %s took over under fence %d"
                .formatted(fixture.pod, successor.attempt().fence()));

    assertThat(effects()).isZero();
    assertThat(loser.isLost()).isTrue();
    chunk(successor);
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void a_refusal_is_warned_of_once_and_counted_each_time() {
    LiveAttempt loser = fixture.begin(key);
    fixture.takeOver(loser);

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> chunk(loser)).isInstanceOf(AttemptLostException.class);
    }

    assertThat(fixture.heard.count("fenceRefused", loser)).isEqualTo(3);
    assertThat(fixture.heard.count("attemptLost", loser)).isEqualTo(1);
    assertThat(warnings.lines())
        .singleElement()
        .asString()
        .contains(key.toString(), "attempt 1 is lost", "took over", "rolled back");
  }

  @Test
  void an_attempt_that_this_pod_knows_to_be_lost_is_refused_although_nobody_took_over() {
    LiveAttempt live = fixture.begin(key);
    live.lose("a test says so");

    assertThatThrownBy(() -> chunk(live))
        .isInstanceOf(AttemptLostException.class)
        .hasMessageContaining("a test says so");
    assertThat(effects()).isZero();
  }

  /**
   * Two jobs share a lock name: the row of this run never moves when the other job gets the lease.
   */
  @Test
  void an_attempt_whose_lease_went_to_another_job_is_refused_although_its_row_did_not_move() {
    LiveAttempt zombie = fixture.begin(key);
    Run row = fixture.ledger.read(key).orElseThrow();
    fixture.expire(key.job());
    long fence =
        fixture.arbiter.acquire(key.job(), UUID.randomUUID(), GuardFixture.LEASE).orElseThrow();

    assertThatThrownBy(() -> chunk(zombie))
        .isInstanceOf(AttemptLostException.class)
        .hasMessageContaining("its lease was granted again under fence " + fence);

    assertThat(effects()).isZero();
    assertThat(fixture.ledger.read(key).orElseThrow().attemptId()).isEqualTo(row.attemptId());
  }

  @Test
  void an_attempt_whose_run_has_ended_is_refused() {
    LiveAttempt live = fixture.begin(key);
    fixture.ledger.finish(live, AttemptEnd.completed());

    assertThatThrownBy(() -> chunk(live))
        .isInstanceOf(AttemptLostException.class)
        .hasMessageContaining("its run is COMPLETED");
    assertThat(effects()).isZero();
  }

  @Test
  void an_attempt_whose_row_is_gone_is_refused() {
    LiveAttempt live = fixture.begin(key);
    fixture
        .jdbc
        .sql("DELETE FROM runledger.batch_attempt WHERE job_name = ?")
        .param(key.job())
        .update();
    fixture
        .jdbc
        .sql("DELETE FROM runledger.batch_run WHERE job_name = ?")
        .param(key.job())
        .update();

    assertThatThrownBy(() -> chunk(live))
        .isInstanceOf(AttemptLostException.class)
        .hasMessageContaining("gone from the ledger");
  }

  /** A sequence that stepped back: the number alone would let the stranger pass. */
  @Test
  void a_stranger_under_the_same_fence_is_refused() {
    LiveAttempt live = fixture.begin(key);
    Attempt owner = live.attempt();
    LiveAttempt stranger =
        new LiveAttempt(
            new Attempt(key, UUID.randomUUID(), 1, 1, owner.fence(), owner.pod(), key.batchDate()),
            live.job(),
            live.lockName());

    assertThatThrownBy(() -> chunk(stranger)).isInstanceOf(AttemptLostException.class);
    chunk(live);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"repeatable read", "serializable"})
  void under_an_isolation_that_would_read_an_old_fence_nothing_is_committed(String isolation) {
    LiveAttempt live = fixture.begin(key);
    TransactionTemplate isolated =
        new TransactionTemplate(new JdbcTransactionManager(fixture.pool));
    isolated.setIsolationLevelName(
        "ISOLATION_" + isolation.replace(' ', '_').toUpperCase(Locale.ROOT));

    assertThatThrownBy(() -> chunk(isolated, live))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(key.toString())
        .hasMessageContaining("'" + isolation + "'")
        .hasMessageContaining("Remove the isolation");
    assertThat(effects()).isZero();
    assertThat(live.isLost()).isFalse();
  }

  @Test
  void outside_of_a_transaction_the_fence_would_hold_nothing_so_it_refuses() {
    LiveAttempt live = fixture.begin(key);

    assertThatThrownBy(() -> fixture.fence.require(live))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("outside of a transaction");
  }

  @Test
  void a_claim_waits_for_a_chunk_that_passed_and_afterwards_the_loser_is_refused()
      throws Exception {
    LiveAttempt loser = fixture.begin(key);
    CompletableFuture<LiveAttempt> takeover = new CompletableFuture<>();

    fixture.transaction.executeWithoutResult(
        status -> {
          write(loser);
          fixture.fence.require(loser);
          takeover.completeAsync(() -> fixture.takeOver(loser));
          fixture.awaitWaiting(takeover);
        });

    assertThat(takeover.get(1, TimeUnit.MINUTES).attempt().number()).isEqualTo(2);
    assertThat(effects()).as("the chunk that the claim waited for").isEqualTo(1);
    assertThatThrownBy(() -> chunk(loser)).isInstanceOf(AttemptLostException.class);
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void who_passed_holds_its_lock_name_shared_until_its_transaction_ends() {
    LiveAttempt live = fixture.begin(key);

    fixture.transaction.executeWithoutResult(
        status -> {
          fixture.fence.require(live);
          assertThat(advisoryLocks()).containsExactly("ShareLock");
        });

    assertThat(advisoryLocks()).isEmpty();
  }

  /** Lock and read in one statement would read what was committed before the wait. */
  @Test
  void chunks_that_wait_for_a_claim_read_the_fence_of_after_the_wait() throws Exception {
    LiveAttempt loser = fixture.begin(key);
    try (OpenTransaction claim = fixture.open()) {
      AdvisoryLocks.exclusive(claim.jdbc, List.of(key.job()));
      claim.jdbc.update(
          """
          UPDATE runledger.batch_run SET fence = nextval('runledger.batch_fence'),
                 attempt_id = gen_random_uuid() WHERE job_name = ?
          """,
          key.job());
      List<CompletableFuture<Void>> chunks =
          List.of(
              CompletableFuture.runAsync(() -> chunk(loser)),
              CompletableFuture.runAsync(() -> chunk(loser)));
      fixture.awaitWaiting(2);
      claim.commit();

      for (CompletableFuture<Void> chunk : chunks) {
        assertThatThrownBy(() -> chunk.get(1, TimeUnit.MINUTES))
            .hasCauseInstanceOf(AttemptLostException.class);
      }
    }
    assertThat(effects()).isZero();
    assertThat(fixture.heard.count("attemptLost", loser)).isEqualTo(1);
    assertThat(warnings.lines()).hasSize(1);
  }

  @Test
  void chunks_of_one_attempt_do_not_wait_for_each_other() {
    LiveAttempt live = fixture.begin(key);
    fixture.transaction.executeWithoutResult(
        status -> {
          fixture.fence.require(live);
          CompletableFuture.runAsync(() -> chunk(live)).orTimeout(5, TimeUnit.SECONDS).join();
        });
    assertThat(effects()).isEqualTo(1);
  }

  private void chunk(LiveAttempt live) {
    chunk(fixture.transaction, live);
  }

  private void chunk(TransactionTemplate transaction, LiveAttempt live) {
    transaction.executeWithoutResult(
        status -> {
          write(live);
          fixture.fence.require(live);
        });
  }

  private void write(LiveAttempt live) {
    fixture.template.update("INSERT INTO effect VALUES (?, ?)", key.job(), live.attempt().fence());
  }

  /** Of all sessions in this database. */
  private static List<String> advisoryLocks() {
    return fixture
        .jdbc
        .sql(
            """
            SELECT mode FROM pg_locks WHERE locktype = 'advisory' AND granted
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """)
        .query(String.class)
        .list();
  }

  private int effects() {
    return fixture
        .jdbc
        .sql("SELECT count(*) FROM effect WHERE job = ?")
        .param(key.job())
        .query(Integer.class)
        .single();
  }
}
