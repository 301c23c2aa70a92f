package io.runledger.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.runledger.batch.GuardedApplication;
import io.runledger.batch.UnknownJobException;
import io.runledger.operate.HoldAnswer.Word;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class ManualHoldsTest {

  private static final Person ANN = new Person("ann", "the feed is late");
  private static final RunKey RUN = RunKey.of("postings", LocalDate.of(2026, 3, 2));

  private final Database database = PostgresServer.shared().newDatabase();
  private GuardedApplication here;
  private GuardedApplication elsewhere;

  @BeforeEach
  void start() {
    LedgerOfPostings.createTable(database);
    here = pod();
    elsewhere = pod();
  }

  private GuardedApplication pod() {
    return GuardedApplication.on(database)
        .with(LedgerOfPostings.class)
        .start(
            "runledger.worker=true",
            "runledger.reconcile-every=1s",
            "runledger.jobs.postings.lease=2s");
  }

  @AfterEach
  void close() {
    here.close();
    elsewhere.close();
  }

  private ManualHolds holds() {
    return here.bean(ManualHolds.class);
  }

  @Test
  void nothing_of_a_job_on_hold_starts_on_any_pod_until_it_is_released() {
    assertThat(holds().hold("postings", ANN).word()).isEqualTo(Word.HELD);
    assertThat(holds().hold("postings", new Person("bob", "me too")))
        .returns(Word.ALREADY_HELD, HoldAnswer::word)
        .matches(answer -> answer.explanation().contains("by ann: the feed is late"));

    Verdict verdict = elsewhere.ask(RUN);
    assertThat(verdict).isInstanceOf(Verdict.Blocked.class);
    assertThat(verdict.explanation()).startsWith("the job is on hold since").contains("by ann");

    assertThat(elsewhere.bean(ManualHolds.class).release("postings", ANN).word())
        .isEqualTo(Word.RELEASED);
    assertThat(holds().release("postings", ANN).word()).isEqualTo(Word.NOT_HELD);
    here.run(RUN);
    assertThat(here.ledgerRow(RUN).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void what_works_already_goes_on_to_its_end() throws Exception {
    LedgerOfPostings.Behaviour behaviour = here.bean(LedgerOfPostings.Behaviour.class);
    behaviour.door = new CountDownLatch(1);
    Verdict working = here.ask(RUN);
    behaviour.atTheDoor.await();
    holds().hold("postings", ANN);
    behaviour.door.countDown();
    here.awaitEnd(working);
    assertThat(here.ledgerRow(RUN).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void a_run_that_lost_its_pod_is_resumed_when_its_job_is_released() {
    JdbcClient jdbc = JdbcClient.create(database.dataSource());
    here.run(RUN);
    holds().hold("postings", ANN);
    jdbc.sql("UPDATE runledger.batch_run SET status = 'RUNNING'").update();
    await()
        .during(Duration.ofSeconds(3))
        .atMost(Duration.ofSeconds(30))
        .until(() -> here.ledgerRow(RUN).status() == RunStatus.RUNNING);
    holds().release("postings", ANN);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> here.ledgerRow(RUN).status() == RunStatus.COMPLETED);
  }

  @Test
  void an_unknown_job_is_named_and_nothing_is_kept() {
    assertThatThrownBy(() -> holds().hold("postngs", ANN)).isInstanceOf(UnknownJobException.class);
    assertThat(
            JdbcClient.create(database.dataSource())
                .sql("SELECT count(*) FROM runledger.batch_audit")
                .query(Long.class)
                .single())
        .isZero();
  }
}
