package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.AttemptStatus;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LedgerFinishTest {

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
  void the_owner_completes_its_run() {
    LiveAttempt live = fixture.begin(key);

    assertThat(ledger.finish(live, AttemptEnd.completed())).isPresent();

    Run run = ledger.read(key).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(run.endedAt()).isAfterOrEqualTo(run.startedAt());
    assertThat(attempts()).extracting(row -> row.get("status")).containsExactly("COMPLETED");
  }

  @Test
  void the_end_says_whether_a_person_stopped_it_and_what_went_wrong() {
    LiveAttempt live = fixture.begin(key);

    assertThat(ledger.finish(live, new AttemptEnd(AttemptStatus.STOPPED, true, "enough")))
        .isPresent();

    Run run = ledger.read(key).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(run.stoppedByPerson()).isTrue();
    assertThat(run.message()).isEqualTo("enough");
    assertThat(attempts()).extracting(row -> row.get("message")).containsExactly("enough");
  }

  @Test
  void a_superseded_owner_finishes_nothing_and_writes_nothing() {
    LiveAttempt loser = fixture.begin(key);
    fixture.takeOver(loser);
    Run run = ledger.read(key).orElseThrow();
    List<Map<String, Object>> attempts = attempts();

    assertThat(ledger.finish(loser, AttemptEnd.completed())).isEmpty();
    assertThat(ledger.finish(loser, AttemptEnd.failed("x"))).isEmpty();

    assertThat(ledger.read(key)).contains(run);
    assertThat(attempts()).isEqualTo(attempts);
  }

  @Test
  void a_run_is_finished_once_and_whoever_finishes_it_again_is_told_how() {
    LiveAttempt live = fixture.begin(key);
    ledger.finish(live, AttemptEnd.completed());

    assertThat(ledger.finish(live, AttemptEnd.failed("x"))).contains(AttemptEnd.completed());

    assertThat(ledger.read(key).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
  }

  /** Two pods with one fence: a sequence that stepped back after a failover. */
  @Test
  void a_stranger_under_the_same_fence_finishes_nothing() {
    LiveAttempt live = fixture.begin(key);
    fixture.jdbc.sql("UPDATE runledger.batch_run SET attempt_id = gen_random_uuid()").update();

    assertThat(ledger.finish(live, AttemptEnd.completed())).isEmpty();
    assertThat(attempts()).extracting(row -> row.get("status")).containsExactly("RUNNING");
  }

  @Test
  void an_attempt_whose_fence_is_not_the_rows_finishes_nothing() {
    LiveAttempt live = fixture.begin(key);
    fixture.jdbc.sql("UPDATE runledger.batch_run SET fence = fence + 1").update();

    assertThat(ledger.finish(live, AttemptEnd.completed())).isEmpty();
  }

  @Test
  void a_finish_waits_for_the_last_chunk_of_its_lock_name() throws Exception {
    LiveAttempt live = fixture.begin(key);
    try (OpenTransaction chunk = fixture.open()) {
      AdvisoryLocks.shared(chunk.jdbc, key.job());
      CompletableFuture<Optional<AttemptEnd>> finish =
          CompletableFuture.supplyAsync(() -> ledger.finish(live, AttemptEnd.completed()));
      fixture.awaitWaiting(finish);
      chunk.commit();
      assertThat(finish.get(1, TimeUnit.MINUTES)).isPresent();
    }
  }

  private List<Map<String, Object>> attempts() {
    return fixture
        .jdbc
        .sql("SELECT * FROM runledger.batch_attempt WHERE job_name = :job ORDER BY number")
        .param("job", key.job())
        .query()
        .listOfRows();
  }
}
