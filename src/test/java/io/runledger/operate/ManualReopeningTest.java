package io.runledger.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.runledger.batch.GuardedApplication;
import io.runledger.batch.RunLauncher;
import io.runledger.batch.UnknownJobException;
import io.runledger.operate.ReopenAnswer.Word;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class ManualReopeningTest {

  private static final Person ANN = new Person("ann", "the rate was wrong");
  private static final LocalDate MONDAY = LocalDate.of(2026, 3, 2);
  private static final RunKey FIRST = RunKey.of("postings", MONDAY);
  private static final RunKey SECOND = RunKey.of("postings", MONDAY.plusDays(1));
  private static final RunKey THIRD = RunKey.of("postings", MONDAY.plusDays(2));

  private final Database database = PostgresServer.shared().newDatabase();
  private final JdbcClient jdbc = JdbcClient.create(database.dataSource());
  private GuardedApplication app;
  private LedgerOfPostings.Behaviour behaviour;
  private ManualReopening reopening;

  @BeforeEach
  void start() {
    LedgerOfPostings.createTable(database);
    app = start("runledger.worker=false");
    behaviour = app.bean(LedgerOfPostings.Behaviour.class);
    reopening = app.bean(ManualReopening.class);
  }

  private GuardedApplication start(String... more) {
    return GuardedApplication.on(database)
        .with(LedgerOfPostings.class)
        .start(
            Stream.concat(
                    Stream.of(
                        "runledger.jobs.postings.lease=2s",
                        "runledger.jobs.letters.lease=2s",
                        "runledger.reconcile-every=1s"),
                    Stream.of(more))
                .toArray(String[]::new));
  }

  @AfterEach
  void close() {
    app.close();
  }

  private void run(RunKey... keys) {
    for (RunKey key : keys) {
      app.run(key);
      assertThat(app.ledgerRow(key).status()).isEqualTo(RunStatus.COMPLETED);
    }
  }

  private List<Outcome> carryOut(ReopenAnswer answer) {
    return reopening.carryOut(
        answer,
        ANN,
        new Watcher() {
          @Override
          public void answered(Verdict verdict) {}

          @Override
          public void ended(Outcome outcome) {}
        });
  }

  /** What stands in the table for the run, in the order of generations. */
  private List<Integer> amounts(RunKey key) {
    return jdbc.sql("SELECT amount FROM posting WHERE run = ? ORDER BY generation, amount")
        .param(key.toString())
        .query(Integer.class)
        .list();
  }

  @Test
  void a_completed_date_is_undone_and_run_again_and_nothing_is_deleted() {
    run(FIRST);
    behaviour.amount = 7;

    ReopenAnswer answer = reopening.reopen(FIRST, false, ANN);
    assertThat(answer.word()).isEqualTo(Word.REOPENED);
    assertThat(app.ledgerRow(FIRST).status()).isEqualTo(RunStatus.REOPENED);
    assertThat(amounts(FIRST)).as("nothing happens before it runs").containsExactly(10);

    assertThat(carryOut(answer)).hasSize(1).allMatch(Outcome::isComplete);
    assertThat(amounts(FIRST)).containsExactly(10, -10, 7);
    assertThat(app.ledgerRow(FIRST).generation()).isEqualTo(2);
    assertThat(app.ask(FIRST)).isInstanceOf(Verdict.AlreadyCompleted.class);
    assertThat(reopening.reopen(FIRST, false, ANN).word()).isEqualTo(Word.REOPENED);
  }

  @Test
  void a_job_that_cannot_undo_and_a_run_that_is_not_completed_are_refused() {
    RunKey letters = RunKey.of("letters", MONDAY);
    run(letters);
    assertThat(reopening.reopen(letters, true, ANN))
        .returns(Word.BLOCKED, ReopenAnswer::word)
        .returns(
            "the job 'letters' has no Reversal bean, so its runs cannot be undone",
            ReopenAnswer::explanation);
    assertThat(reopening.reopen(FIRST, true, ANN).explanation())
        .isEqualTo("it was never run; run it");
    behaviour.failing.add(FIRST);
    app.run(FIRST);
    assertThat(reopening.reopen(FIRST, true, ANN).explanation())
        .isEqualTo("it is FAILED, and not completed; run it");
    assertThatThrownBy(() -> reopening.reopen(RunKey.of("leters", MONDAY), true, ANN))
        .isInstanceOf(UnknownJobException.class);
    assertThat(app.ledgerRow(letters).generation()).isEqualTo(1);
  }

  @Test
  void later_dates_are_listed_and_are_reopened_with_it_or_nothing_is() {
    run(FIRST, SECOND);
    behaviour.failing.add(THIRD);
    app.run(THIRD);

    ReopenAnswer refused = reopening.reopen(FIRST, false, ANN);
    assertThat(refused.word()).isEqualTo(Word.BLOCKED);
    assertThat(refused.runs()).containsExactly(SECOND, THIRD);
    assertThat(app.ledgerRow(FIRST).status()).isEqualTo(RunStatus.COMPLETED);

    behaviour.failing.clear();
    behaviour.amount = 7;
    ReopenAnswer reopened = reopening.reopen(FIRST, true, ANN);
    assertThat(reopened.runs()).containsExactly(FIRST, SECOND, THIRD);
    assertThat(carryOut(reopened)).hasSize(3).allMatch(Outcome::isComplete);
    assertThat(behaviour.undone).containsExactly(FIRST, SECOND, THIRD);
    assertThat(amounts(THIRD))
        .as("what had failed half-way is undone, too")
        .containsExactly(10, -10, 7);
    assertThat(
            jdbc.sql("SELECT action || ' ' || verdict FROM runledger.batch_audit ORDER BY id")
                .query(String.class)
                .list())
        .startsWith("reopen BLOCKED", "reopen REOPENED", "reopen REOPENED", "reopen REOPENED");
  }

  @Test
  void a_run_under_the_same_lock_keeps_it_from_being_reopened() throws Exception {
    run(FIRST);
    behaviour.door = new CountDownLatch(1);
    Verdict working = app.ask(SECOND);
    behaviour.atTheDoor.await();

    assertThat(reopening.reopen(FIRST, true, ANN).word()).isEqualTo(Word.ALREADY_RUNNING);
    behaviour.door.countDown();
    app.awaitEnd(working);
    assertThat(app.ledgerRow(FIRST).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(app.ledgerRow(SECOND).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void what_fails_after_it_was_undone_is_resumed_and_not_undone_again() {
    run(FIRST);
    behaviour.failing.add(FIRST);
    ReopenAnswer answer = reopening.reopen(FIRST, false, ANN);
    assertThat(carryOut(answer)).noneMatch(Outcome::isComplete);
    behaviour.failing.clear();

    run(FIRST);
    assertThat(behaviour.undone).containsExactly(FIRST);
    assertThat(amounts(FIRST)).containsExactly(10, -10, 10);
  }

  @Test
  void what_cannot_be_undone_is_not_run_again_and_nothing_of_it_is_committed() {
    run(FIRST);
    behaviour.cannotBeUndone.add(FIRST);
    List<Outcome> outcomes = carryOut(reopening.reopen(FIRST, false, ANN));
    assertThat(outcomes).singleElement().returns(RunStatus.FAILED, Outcome::status);
    assertThat(outcomes.get(0).message()).contains("the month is closed");
    assertThat(amounts(FIRST)).containsExactly(10);

    behaviour.cannotBeUndone.clear();
    run(FIRST);
    assertThat(amounts(FIRST)).containsExactly(10, -10, 10);
  }

  @Test
  void a_worker_runs_again_what_was_reopened_in_order_and_unasked() {
    run(FIRST, SECOND, THIRD);
    behaviour.amount = 7;
    assertThat(reopening.reopen(FIRST, true, ANN).runs()).hasSize(3);
    try (GuardedApplication worker = start("runledger.worker=true")) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> worker.ledgerRow(THIRD).status() == RunStatus.COMPLETED);
      assertThat(worker.bean(LedgerOfPostings.Behaviour.class).undone)
          .containsExactly(FIRST, SECOND, THIRD);
    }
    assertThat(amounts(SECOND)).containsExactly(10, -10, 10);
  }

  @Test
  void a_job_whose_reversal_is_gone_fails_instead_of_booking_twice() {
    run(FIRST);
    assertThat(reopening.reopen(FIRST, false, ANN).word()).isEqualTo(Word.REOPENED);
    jdbc.sql(
            """
            INSERT INTO runledger.batch_run (job_name, batch_date, covered_from, status, generation,
                   attempts, fence, attempt_id, lock_name, pod)
            VALUES ('letters', '2026-03-02', '2026-03-02', 'REOPENED', 2, 1, 0, gen_random_uuid(),
                    'letters', 'gone')
            """)
        .update();
    RunKey letters = RunKey.of("letters", MONDAY);
    app.run(letters);
    assertThat(app.ledgerRow(letters).status()).isEqualTo(RunStatus.FAILED);
    assertThat(app.ledgerRow(letters).message()).contains("no Reversal bean for its job any more");
    assertThat(amounts(letters)).isEmpty();
  }

  @Test
  void a_wake_of_the_schedule_does_not_reopen_or_run_what_is_reopened() {
    run(FIRST);
    reopening.reopen(FIRST, false, ANN);
    assertThat(
            app.bean(RunLauncher.class)
                .ask(new RunRequest(FIRST, Cause.schedule(), false, Map.of()))
                .word())
        .isEqualTo("BLOCKED");
  }
}
