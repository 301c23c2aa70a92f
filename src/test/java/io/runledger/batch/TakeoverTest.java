package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.guard.AttemptEnd;
import io.runledger.guard.AttemptLostException;
import io.runledger.guard.Guard;
import io.runledger.guard.LiveAttempt;
import io.runledger.guard.Passage;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.sql.Connection;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * What a pod that dies leaves of a run of 40 items, in the middle of which it was, and what becomes
 * of it. The dead pods here are rows as one leaves them.
 */
class TakeoverTest {

  private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);

  private static final String EXECUTIONS =
      """
      SELECT job_execution_id FROM runledger.batch_job_execution_params
       WHERE parameter_name = 'batchDate' AND parameter_value = ?
      """;

  private static Database database;
  private static EffectsTable effects;
  private static GuardedApplication pod;
  private static GuardedApplication other;
  private static int days;

  private final RunKey key = RunKey.of(KindOfStep.CHUNKS.job(), FIRST.plusDays(days++));

  @BeforeAll
  static void start() {
    database = PostgresServer.shared().newDatabase();
    effects = EffectsTable.create(database);
    String[] settings = JobsOfEveryKind.settings();
    pod = GuardedApplication.start(database, JobsOfEveryKind.class, settings);
    other = GuardedApplication.start(database, JobsOfEveryKind.class, settings);
  }

  @AfterAll
  static void stop() {
    pod.close();
    other.close();
  }

  @AfterEach
  void release() {
    pod.bean(Pause.class).release();
  }

  @ParameterizedTest
  @ValueSource(strings = {"STARTING", "STARTED", "STOPPING", "UNKNOWN"})
  void a_job_execution_that_is_left_open_is_closed_and_the_run_goes_on(String left) {
    diesInTheMiddle();
    leave("job_execution", left);

    assertThatItGoesOnWhereItWas();
  }

  @ParameterizedTest
  @ValueSource(strings = {"STARTING", "STARTED", "STOPPING", "UNKNOWN"})
  void a_step_execution_that_is_left_open_is_closed_and_the_run_goes_on(String left) {
    diesInTheMiddle();
    leave("step_execution", left);

    assertThatItGoesOnWhereItWas();
    assertThat(statuses("step_execution")).containsExactly("FAILED", "COMPLETED");
  }

  /** A partition's row may be there without its range; it would read nothing, and complete. */
  @Test
  void a_step_execution_that_never_started_is_no_last_one_and_is_deleted() {
    diesInTheMiddle();
    StepExecution last = Objects.requireNonNull(lastStep());
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_step_execution
                   (step_execution_id, version, step_name, job_execution_id, create_time, status)
            SELECT nextval('runledger.batch_step_execution_seq'), 0, step_name, job_execution_id,
                   create_time + interval '1 hour', 'STARTING'
              FROM runledger.batch_step_execution WHERE step_execution_id = ?
            """)
        .param(last.getId())
        .update();
    assertThat(Objects.requireNonNull(lastStep()).getId()).isEqualTo(last.getId());

    assertThatItGoesOnWhereItWas();

    assertThat(statuses("step_execution")).containsExactly("FAILED", "COMPLETED");
  }

  private @Nullable StepExecution lastStep() {
    JobRepository repository = pod.bean(JobRepository.class);
    long execution =
        database
            .jdbc()
            .sql(EXECUTIONS)
            .param(key.batchDate().toString())
            .query(Long.class)
            .single();
    JobInstance instance =
        Objects.requireNonNull(repository.getJobExecution(execution)).getJobInstance();
    return repository.getLastStepExecution(instance, "write");
  }

  @Test
  void an_instance_that_is_left_without_an_execution_is_created_anew() {
    diesInTheMiddle();
    deleteItsExecution();
    database.jdbc().sql("DELETE FROM public.effects WHERE run = ?").param(key.toString()).update();

    assertThat(recover()).isEqualTo("COMPLETED");
    effects.assertOnceEach(key.toString(), JobsOfEveryKind.ITEMS);
  }

  @Test
  void a_run_that_spring_batch_had_completed_is_completed_and_not_run_again() {
    assertThat(pod.run(key).status()).isEqualTo("COMPLETED");
    reopenTheRow();

    assertThat(recover()).isEqualTo("COMPLETED");

    effects.assertOnceEach(key.toString(), JobsOfEveryKind.ITEMS);
    assertThat(statuses("job_execution")).as("one execution, and no second").hasSize(1);
  }

  @Test
  void a_session_that_the_dead_left_in_a_transaction_is_ended_by_who_takes_over() throws Exception {
    Attempt dead = diesInTheMiddle();
    try (Connection left = database.dataSource().getConnection()) {
      left.setAutoCommit(false);
      try (Statement statement = left.createStatement()) {
        statement.execute(
            "SET LOCAL application_name = 'rl:%s:%d'".formatted(dead.id(), dead.fence()));
        statement.execute(
            "INSERT INTO public.effects (run, item, written_by) VALUES ('%s', 6, 'the dead')"
                .formatted(key));
      }
      int pid = left.unwrap(PGConnection.class).getBackendPID();

      assertThatItGoesOnWhereItWas();

      assertThat(
              database
                  .jdbc()
                  .sql("SELECT count(*) FROM pg_stat_activity WHERE pid = ?")
                  .param(pid)
                  .query(Integer.class)
                  .single())
          .isZero();
    }
  }

  @Test
  void who_has_lost_the_run_cleans_up_nothing() {
    diesInTheMiddle();
    leave("step_execution", "UNKNOWN");
    leave("job_execution", "STARTED");
    Passage.Granted loser = pod.take(key);
    expireLease();
    Passage.Granted successor = other.take(key);

    assertThatThrownBy(() -> cleanUp(loser.attempt())).isInstanceOf(AttemptLostException.class);

    assertThat(statuses("step_execution")).containsExactly("UNKNOWN");
    assertThat(statuses("job_execution")).containsExactly("STARTED");
    finish(other, successor.attempt());
    finish(pod, loser.attempt());
  }

  @Test
  void who_asks_for_a_run_that_another_works_on_leaves_its_metadata_alone() {
    Pause pause = pod.bean(Pause.class);
    pause.at(8);
    Verdict owners = pod.ask(key);
    pause.awaitThreads(1);
    Attempt owner = GuardedApplication.attempt(owners);
    List<String> before = new Metadata(database).ofAttempt(owner.id());

    for (Cause cause : List.of(Cause.schedule(), Cause.recovery(), Cause.person("ann", null))) {
      assertThat(other.ask(RunRequest.of(key, cause))).isInstanceOf(Verdict.AlreadyRunning.class);
    }

    assertThat(new Metadata(database).ofAttempt(owner.id())).isEqualTo(before);
    pause.release();
    assertThat(pod.awaitEnd(owners).status()).isEqualTo("COMPLETED");
  }

  /** Some items are in, and nothing is open in the metadata, so far. */
  private Attempt diesInTheMiddle() {
    Pause pause = pod.bean(Pause.class);
    pause.at(8);
    Verdict begun = pod.ask(key);
    Attempt attempt = GuardedApplication.attempt(begun);
    pause.awaitThreads(1);
    pod.bean(Guard.class)
        .live()
        .byId(attempt.id())
        .orElseThrow()
        .tellToStop(LiveAttempt.Stop.SHUTDOWN);
    pause.release();
    assertThat(pod.awaitEnd(begun).status()).isEqualTo("STOPPED");
    database
        .jdbc()
        .sql("UPDATE runledger.batch_job_execution SET status = 'FAILED' WHERE status = 'STOPPED'")
        .update();
    database
        .jdbc()
        .sql("UPDATE runledger.batch_step_execution SET status = 'FAILED' WHERE status = 'STOPPED'")
        .update();
    reopenTheRow();
    return attempt;
  }

  /** As a dead pod leaves it: RUNNING, and no lease lives. */
  private void reopenTheRow() {
    database
        .jdbc()
        .sql(
            """
            UPDATE runledger.batch_run SET status = 'RUNNING', ended_at = NULL
             WHERE job_name = ? AND batch_date = ?
            """)
        .params(key.job(), key.batchDate())
        .update();
  }

  private void leave(String table, String status) {
    int rows =
        database
            .jdbc()
            .sql(
                """
                UPDATE runledger.batch_%s SET status = ?, end_time = NULL
                 WHERE job_execution_id IN (%s)
                """
                    .formatted(table, EXECUTIONS))
            .params(status, key.batchDate().toString())
            .update();
    assertThat(rows).isEqualTo(1);
  }

  private void deleteItsExecution() {
    long id =
        database
            .jdbc()
            .sql(EXECUTIONS)
            .param(key.batchDate().toString())
            .query(Long.class)
            .single();
    for (String of :
        List.of(
            """
            step_execution_context WHERE step_execution_id IN (
                   SELECT step_execution_id FROM runledger.batch_step_execution
                    WHERE job_execution_id = ?)
            """,
            "step_execution WHERE job_execution_id = ?",
            "job_execution_context WHERE job_execution_id = ?",
            "job_execution_params WHERE job_execution_id = ?",
            "job_execution WHERE job_execution_id = ?")) {
      assertThat(database.jdbc().sql("DELETE FROM runledger.batch_" + of).param(id).update())
          .as(of)
          .isPositive();
    }
  }

  private List<String> statuses(String table) {
    return database
        .jdbc()
        .sql(
            """
            SELECT status FROM runledger.batch_%s WHERE job_execution_id IN (%s)
             ORDER BY %s_id
            """
                .formatted(table, EXECUTIONS, table))
        .param(key.batchDate().toString())
        .query(String.class)
        .list();
  }

  private void assertThatItGoesOnWhereItWas() {
    long before = effects.count(key.toString());
    assertThat(before).isBetween(1L, JobsOfEveryKind.ITEMS - 1L);

    assertThat(recover()).isEqualTo("COMPLETED");

    effects.assertOnceEach(key.toString(), JobsOfEveryKind.ITEMS);
  }

  private String recover() {
    return other.awaitEnd(other.ask(RunRequest.of(key, Cause.recovery()))).status();
  }

  private void expireLease() {
    database
        .jdbc()
        .sql(
            """
            UPDATE runledger.batch_lock SET locked_until = clock_timestamp() - interval '1 s'
             WHERE name = ?
            """)
        .param(key.job())
        .update();
  }

  private static boolean cleanUp(LiveAttempt live) {
    return new Takeover(
            pod.bean(JobRepository.class),
            pod.bean(Guard.class).fence(),
            pod.bean(DataSource.class),
            pod.bean(PlatformTransactionManager.class),
            "runledger.BATCH_")
        .isCompleteAfterCleaning(live, RunParameters.of(live.attempt(), Map.of()));
  }

  private static void finish(GuardedApplication where, LiveAttempt attempt) {
    AttemptEnd unused =
        where.bean(Guard.class).grants().finish(attempt, AttemptEnd.failed("unplugged"));
  }
}
