package io.runledger.autoconfigure;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.batch.EndedAttempt;
import io.runledger.batch.GuardedApplication;
import io.runledger.batch.GuardedApplication.JobDefinition;
import io.runledger.run.Effects;
import io.runledger.run.RunKey;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.FlowBuilder;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.flow.support.SimpleFlow;
import org.springframework.batch.core.job.parameters.RunIdIncrementer;
import org.springframework.batch.core.partition.PartitionNameProvider;
import org.springframework.batch.core.partition.Partitioner;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.core.step.builder.TaskletStepBuilder;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.support.ListItemReader;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;

/**
 * Jobs that cannot be guarded stop the start-up, and the console says which, why, and what to do.
 */
@ExtendWith(OutputCaptureExtension.class)
class RefusedJobsTest {

  private static Database database;
  private static Database elsewhere;

  @BeforeAll
  static void createDatabases() {
    database = PostgresServer.shared().newDatabase();
    elsewhere = PostgresServer.shared().newDatabase();
  }

  @Test
  @DisplayName("RC-27 (e) a job with an incrementer is refused")
  void an_incrementer(CapturedOutput console) {
    assertThat(
            refusal(
                console,
                (repository, transactions) ->
                    new JobBuilder("eod", repository)
                        .incrementer(new RunIdIncrementer())
                        .start(tasklet(repository, transactions).build())
                        .build()))
        .contains(
            "Jobs under runledger.jobs cannot be guarded as they are:",
            "job 'eod' has an incrementer, so Spring Batch would ignore the batch date",
            "Remove incrementer(...).");
  }

  @Test
  void a_job_that_prevents_its_restart(CapturedOutput console) {
    assertThat(
            refusal(
                console,
                (repository, transactions) ->
                    new JobBuilder("eod", repository)
                        .preventRestart()
                        .start(tasklet(repository, transactions).build())
                        .build()))
        .contains(
            "job 'eod' prevents its restart, so a run that lost its pod could never be completed.",
            "Remove preventRestart().");
  }

  @Test
  void a_finite_start_limit(CapturedOutput console) {
    assertThat(
            refusalOfStep(
                console,
                (repository, transactions) ->
                    tasklet(repository, transactions).startLimit(3).build()))
        .contains(
            "job 'eod', step 'work' has the start limit 3; after as many crashes nobody could"
                + " complete the run.",
            "Remove startLimit(...).");
  }

  @Test
  void a_step_that_starts_although_it_is_complete(CapturedOutput console) {
    assertThat(
            refusalOfStep(
                console,
                (repository, transactions) ->
                    tasklet(repository, transactions).allowStartIfComplete(true).build()))
        .contains(
            "job 'eod', step 'work' allows its start if complete, so each resume would run it once"
                + " more.",
            "Remove allowStartIfComplete(true).");
  }

  @Test
  void a_step_that_starts_another_job(CapturedOutput console) {
    assertThat(
            refusalOfStep(
                console,
                (repository, transactions) ->
                    new StepBuilder("work", repository)
                        .job(
                            new JobBuilder("other", repository)
                                .start(tasklet(repository, transactions).build())
                                .build())
                        .build()))
        .contains(
            "job 'eod', step 'work' starts another job, which would stay open, or keep an old"
                + " fence, after a takeover.",
            "Use a FlowStep");
  }

  @Test
  @SuppressWarnings("removal") // the legacy step that is refused
  void a_legacy_chunk_step_on_several_threads(CapturedOutput console) {
    assertThat(
            refusalOfStep(
                console,
                (repository, transactions) ->
                    new StepBuilder("work", repository)
                        .<Integer, Integer>chunk(10, transactions)
                        .reader(new ListItemReader<>(List.of(1)))
                        .writer(chunk -> {})
                        .taskExecutor(new SimpleAsyncTaskExecutor())
                        .build()))
        .contains(
            "job 'eod', step 'work' runs its chunks on several threads, which commit out of order: a"
                + " restart loses rows.",
            "Use chunk(size).taskExecutor(...) of Spring Batch 6, or local partitions.");
  }

  @Test
  void a_partitioner_that_names_its_partitions(CapturedOutput console) {
    assertThat(
            refusalOfStep(
                console,
                (repository, transactions) ->
                    new StepBuilder("work", repository)
                        .partitioner("part", new NamingPartitioner())
                        .step(tasklet(repository, transactions).build())
                        .build()))
        .contains(
            "job 'eod', step 'work' has a PartitionNameProvider; a partition that never started"
                + " would be restarted without its range, read nothing and complete.",
            "Let the partitioner implement Partitioner only.");
  }

  @Test
  void partitions_that_are_handled_elsewhere(CapturedOutput console) {
    assertThat(
            refusalOfStep(
                console,
                (repository, transactions) ->
                    new StepBuilder("work", repository)
                        .partitioner("part", size -> Map.of("one", new ExecutionContext()))
                        .partitionHandler((splitter, execution) -> Set.of())
                        .build()))
        .contains("job 'eod', step 'work' hands its partitions to a", "Use local partitions");
  }

  @Test
  void an_isolation_other_than_read_committed(CapturedOutput console) {
    DefaultTransactionAttribute serializable = new DefaultTransactionAttribute();
    serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
    assertThat(
            refusalOfStep(
                console,
                (repository, transactions) ->
                    tasklet(repository, transactions).transactionAttribute(serializable).build()))
        .contains(
            "job 'eod', step 'work' has an isolation other than READ COMMITTED, under which the fence"
                + " would be read from an old snapshot.",
            "Remove the isolation from its transaction attribute.");
  }

  @Test
  void a_propagation_that_opens_no_transaction(CapturedOutput console) {
    DefaultTransactionAttribute none =
        new DefaultTransactionAttribute(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
    assertThat(
            refusalOfStep(
                console,
                (repository, transactions) ->
                    tasklet(repository, transactions).transactionAttribute(none).build()))
        .contains(
            "job 'eod', step 'work' has a propagation that does not open a transaction of its own.");
  }

  @Test
  @DisplayName("RC-27 (c) a chunk step without a transaction manager is refused")
  void a_chunk_step_without_a_transaction_manager(CapturedOutput console) {
    assertThat(
            refusalOfStep(
                console,
                (repository, transactions) ->
                    new StepBuilder("work", repository)
                        .<Integer, Integer>chunk(10)
                        .reader(new ListItemReader<>(List.of(1)))
                        .writer(chunk -> {})
                        .build()))
        .contains(
            "job 'eod', step 'work' has no transaction manager, so effects and progress would not"
                + " commit together.",
            "Give it the transaction manager of Spring Batch, on the ledger's data source",
            "runledger.jobs.eod.effects=external");
  }

  @Test
  @DisplayName("RC-27 (c) a tasklet without a transaction manager is refused")
  void a_tasklet_without_a_transaction_manager(CapturedOutput console) {
    assertThat(
            refusalOfStep(
                console,
                (repository, transactions) ->
                    new StepBuilder("work", repository)
                        .tasklet((contribution, chunk) -> RepeatStatus.FINISHED)
                        .build()))
        .contains("job 'eod', step 'work' has no transaction manager");
  }

  @Test
  @DisplayName("RC-27 (c) a step on the transactions of another database is refused")
  void a_step_on_another_database(CapturedOutput console) {
    assertThat(refusal(console, RefusedJobsTest::jobElsewhere))
        .contains(
            "job 'eod', step 'work' is on JdbcTransactionManager, which does not work on the"
                + " ledger's data source.",
            "Give it the transaction manager of Spring Batch, on the ledger's data source",
            "runledger.jobs.eod.effects=external");
  }

  @Test
  void a_step_behind_a_wrapper_of_the_data_source_which_transactions_are_not_bound_for(
      CapturedOutput console) {
    assertThat(
            refusalOfStep(
                console,
                (repository, transactions) ->
                    new StepBuilder("work", repository)
                        .tasklet(
                            (contribution, chunk) -> RepeatStatus.FINISHED,
                            new JdbcTransactionManager(
                                new LazyConnectionDataSourceProxy(
                                    dataSource((JdbcTransactionManager) transactions))))
                        .build()))
        .contains(
            "job 'eod', step 'work' is on JdbcTransactionManager, which does not work on the"
                + " ledger's data source.");
  }

  private static DataSource dataSource(JdbcTransactionManager transactions) {
    return requireNonNull(transactions.getDataSource());
  }

  @Test
  void effects_that_are_declared_external_are_let_through_and_each_verdict_says_so() {
    try (GuardedApplication application =
        GuardedApplication.on(database)
            .with(RefusedJobsTest::jobElsewhere)
            .start("runledger.jobs.eod.effects=external")) {
      Verdict verdict = application.ask(RunKey.of("eod", LocalDate.of(2026, 1, 5)));
      EndedAttempt end = application.awaitEnd(verdict);
      assertThat(end.status()).isEqualTo("COMPLETED");
      assertThat(verdict.effects()).isEqualTo(Effects.EXTERNAL);
      assertThat(application.ask(verdict.key()).effects()).isEqualTo(Effects.EXTERNAL);
    }
  }

  @Test
  void a_refused_step_is_found_in_a_flow_of_a_split(CapturedOutput console) {
    assertThat(
            refusal(
                console,
                (repository, transactions) ->
                    new JobBuilder("eod", repository)
                        .start(
                            new FlowBuilder<SimpleFlow>("both")
                                .split(new SimpleAsyncTaskExecutor())
                                .add(
                                    new FlowBuilder<SimpleFlow>("one")
                                        .start(tasklet(repository, transactions).build())
                                        .build(),
                                    new FlowBuilder<SimpleFlow>("other")
                                        .start(
                                            new StepBuilder("hidden", repository)
                                                .tasklet(
                                                    (contribution, chunk) -> RepeatStatus.FINISHED,
                                                    transactions)
                                                .startLimit(2)
                                                .build())
                                        .build())
                                .build())
                        .end()
                        .build()))
        .contains("job 'eod', step 'hidden' has the start limit 2");
  }

  @Test
  void all_that_has_to_change_is_said_in_one_go(CapturedOutput console) {
    assertThat(
            refusal(
                console,
                (repository, transactions) ->
                    new JobBuilder("eod", repository)
                        .preventRestart()
                        .incrementer(new RunIdIncrementer())
                        .start(tasklet(repository, transactions).startLimit(3).build())
                        .build()))
        .contains("has an incrementer", "prevents its restart", "has the start limit 3");
  }

  private static Job jobElsewhere(
      JobRepository repository, PlatformTransactionManager transactions) {
    return new JobBuilder("eod", repository)
        .start(
            new StepBuilder("work", repository)
                .tasklet(
                    (contribution, chunk) -> RepeatStatus.FINISHED,
                    new JdbcTransactionManager(elsewhere.dataSource()))
                .build())
        .build();
  }

  private interface StepDefinition {
    Step define(JobRepository repository, PlatformTransactionManager transactions);
  }

  private static String refusalOfStep(CapturedOutput console, StepDefinition step) {
    return refusal(
        console,
        (repository, transactions) ->
            new JobBuilder("eod", repository).start(step.define(repository, transactions)).build());
  }

  private static String refusal(CapturedOutput console, JobDefinition job) {
    return StartUpMessage.of(
        console, GuardedApplication.on(database).with(job), "runledger.jobs.eod.lease=30s");
  }

  private static TaskletStepBuilder tasklet(
      JobRepository repository, PlatformTransactionManager transactions) {
    return new StepBuilder("work", repository)
        .tasklet((contribution, chunk) -> RepeatStatus.FINISHED, transactions);
  }

  private static final class NamingPartitioner implements Partitioner, PartitionNameProvider {
    @Override
    public Map<String, ExecutionContext> partition(int gridSize) {
      return Map.of("one", new ExecutionContext());
    }

    @Override
    public Collection<String> getPartitionNames(int gridSize) {
      return Set.of("one");
    }
  }
}
