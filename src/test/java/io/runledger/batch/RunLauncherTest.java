package io.runledger.batch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameter;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

/** What is asked for, what becomes of it, and what stays of it when it fails. */
class RunLauncherTest {

  private static final int ITEMS = 40;
  private static Database database;
  private static EffectsTable effects;
  private static GuardedApplication application;

  @BeforeAll
  static void start() {
    database = PostgresServer.shared().newDatabase();
    effects = EffectsTable.create(database);
    application =
        GuardedApplication.start(database, FragileJob.class, "runledger.jobs.fragile.lease=30s");
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  @AfterEach
  void mend() {
    application.bean(Fault.class).mend();
  }

  @Test
  void a_run_is_completed_once_and_a_second_request_touches_nothing() {
    RunKey key = key(1);
    assertThat(application.run(key).status()).isEqualTo("COMPLETED");
    List<String> before = ledgerRows(key);
    Verdict again = application.ask(key);
    assertThat(again).isInstanceOf(Verdict.AlreadyCompleted.class);
    assertThat(ledgerRows(key)).isEqualTo(before);
    effects.assertOnceEach(key.toString(), ITEMS);
  }

  @Test
  void what_a_person_adds_reaches_the_job_is_recorded_and_does_not_make_it_another_run() {
    RunKey key = key(2);
    application.bean(Fault.class).at(13, "out of paper");
    EndedAttempt first = application.awaitEnd(application.ask(request(key, "printer", "north")));
    assertThat(first.parameters()).isEqualTo("{\"printer\":\"north\"}");
    application.bean(Fault.class).mend();
    EndedAttempt second = application.awaitEnd(application.ask(request(key, "printer", "south")));
    assertThat(second.status()).isEqualTo("COMPLETED");
    assertThat(second.parameters()).isEqualTo("{\"printer\":\"south\"}");

    List<JobParameter<?>> printers = new ArrayList<>();
    application
        .bean(JobRepository.class)
        .getJobExecutions(instance(key))
        .forEach(execution -> printers.add(execution.getJobParameters().getParameter("printer")));
    assertThat(printers)
        .containsExactlyInAnyOrder(
            new JobParameter<>("printer", "north", String.class, false),
            new JobParameter<>("printer", "south", String.class, false));
    effects.assertOnceEach(key.toString(), ITEMS);
  }

  @Test
  void who_asked_and_why_is_recorded_with_the_attempt() {
    EndedAttempt end = application.run(key(3));
    assertThat(end.cause()).isEqualTo("PERSON");
    assertThat(end.actor()).isEqualTo("ann");
    assertThat(end.reason()).isEqualTo("a test");
  }

  @ParameterizedTest
  @ValueSource(strings = {"batchDate", "part", "generation", "runledger.fence", " "})
  void a_parameter_whose_name_is_taken_is_refused_and_nothing_is_run(String name) {
    RunKey key = key(4);
    assertThatThrownBy(() -> application.ask(request(key, name, "1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The parameter '%s'='1' for fragile 2026-01-04 is refused: the names [batchDate,"
                    .formatted(name)
                + " generation, part] and runledger.* are taken. Nothing was run; choose another"
                + " name.");
    assertThat(ledgerRows(key)).isEmpty();
  }

  static Stream<Arguments> unstorable() {
    return Stream.of(
        Arguments.of(
            "na\u0000me", "1", "The parameter 'na\uFFFDme' has the control character U+0000"),
        Arguments.of("name", "a\u0000b", "a value of 3 characters with a NUL; Spring Batch keeps"),
        Arguments.of(
            "name", "x".repeat(2501), "a name of 4 and a value of 2501 characters; Spring"),
        Arguments.of("n".repeat(101), "1", "a name of 101 and a value of 1 characters; Spring"));
  }

  @ParameterizedTest
  @MethodSource("unstorable")
  void a_parameter_that_the_metadata_cannot_keep_is_refused_and_nothing_is_run(
      String name, String value, String message) {
    RunKey key = key(5);
    assertThatThrownBy(() -> application.ask(request(key, name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
    assertThat(ledgerRows(key)).isEmpty();
  }

  @Test
  void a_job_that_is_not_guarded_here_is_named_with_those_that_are_and_the_nearest() {
    assertThatThrownBy(() -> application.ask(RunKey.of("fragil", LocalDate.of(2026, 1, 5))))
        .isInstanceOf(UnknownJobException.class)
        .hasMessage(
            "There is no guarded job 'fragil'; nothing was run. Guarded are: fragile. Did you mean fragile?");
  }

  @Test
  void a_failed_run_waits_for_a_person_and_goes_on_where_it_was() {
    RunKey key = key(6);
    application.bean(Fault.class).at(23, "the account is closed");
    EndedAttempt failed = application.run(key);
    assertThat(failed.status()).isEqualTo("FAILED");
    assertThat(failed.message()).isEqualTo("IllegalStateException: the account is closed");
    assertThat(application.ledgerRow(key).status()).isEqualTo(RunStatus.FAILED);
    assertThat(effects.count(key.toString())).isEqualTo(20);
    application.bean(Fault.class).mend();

    Verdict unasked = application.ask(RunRequest.of(key, Cause.recovery()));
    assertThat(unasked).isInstanceOf(Verdict.Blocked.class);
    assertThat(unasked.explanation()).contains("FAILED", "the account is closed", "by hand");

    Verdict resumed = application.ask(key);
    assertThat(resumed).isInstanceOf(Verdict.Resumed.class);
    EndedAttempt second = application.awaitEnd(resumed);
    assertThat(second.status()).isEqualTo("COMPLETED");
    assertThat(second.fence()).isGreaterThan(failed.fence());
    assertThat(lastStep(key).getReadCount()).isEqualTo(20);
    effects.assertOnceEach(key.toString(), ITEMS);
  }

  @Test
  void a_message_that_postgresql_cannot_store_does_not_keep_the_run_open() {
    RunKey key = key(7);
    application.bean(Fault.class).at(23, "bad record \u0000 in line 23");
    EndedAttempt failed = application.run(key);
    assertThat(failed.status()).isEqualTo("FAILED");
    assertThat(failed.message()).isEqualTo("IllegalStateException: bad record \uFFFD in line 23");
    StepExecution step = lastStep(key);
    assertThat(step.getExitStatus().getExitCode()).isEqualTo("FAILED");
    assertThat(step.getExitStatus().getExitDescription()).contains("bad record \uFFFD in line 23");
    application.bean(Fault.class).mend();
    assertThat(application.run(key).status()).isEqualTo("COMPLETED");
    effects.assertOnceEach(key.toString(), ITEMS);
  }

  private static RunKey key(int day) {
    return RunKey.of("fragile", LocalDate.of(2026, 1, day));
  }

  private static RunRequest request(RunKey key, String name, String value) {
    return new RunRequest(key, Cause.person("ann", null), false, Map.of(name, value));
  }

  private static StepExecution lastStep(RunKey key) {
    StepExecution step =
        application.bean(JobRepository.class).getLastStepExecution(instance(key), "write");
    return requireNonNull(step);
  }

  private static JobInstance instance(RunKey key) {
    JobRepository repository = application.bean(JobRepository.class);
    return repository.getJobInstances(key.job(), 0, 100).stream()
        .filter(
            instance ->
                repository.getJobExecutions(instance).stream()
                    .anyMatch(
                        execution ->
                            key.batchDate()
                                .equals(execution.getJobParameters().getLocalDate("batchDate"))))
        .reduce(
            (one, other) -> {
              throw new AssertionError("two instances of " + key);
            })
        .orElseThrow();
  }

  private static List<String> ledgerRows(RunKey key) {
    return database
        .jdbc()
        .sql(
            """
            SELECT to_jsonb(r)::text FROM runledger.batch_run r
             WHERE job_name = :job AND batch_date = :date
             UNION ALL
            SELECT to_jsonb(a)::text FROM runledger.batch_attempt a
             WHERE job_name = :job AND batch_date = :date
            """)
        .param("job", key.job())
        .param("date", key.batchDate())
        .query(String.class)
        .list();
  }

  /** What is wrong with an item, until it is mended. */
  static final class Fault {

    private final Map<Integer, String> faults = new HashMap<>();

    synchronized void at(int item, String message) {
      faults.put(item, message);
    }

    synchronized void mend() {
      faults.clear();
    }

    synchronized void meet(int item) {
      String message = faults.get(item);
      if (message != null) {
        throw new IllegalStateException(message);
      }
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class FragileJob {

    @Bean
    Fault fault() {
      return new Fault();
    }

    @Bean
    Job fragile(
        JobRepository repository,
        PlatformTransactionManager transactions,
        DataSource dataSource,
        Fault fault) {
      EffectWriter writer = new EffectWriter(dataSource, new Pause());
      return new JobBuilder("fragile", repository)
          .start(
              new StepBuilder("write", repository)
                  .<Integer, Integer>chunk(5)
                  .transactionManager(transactions)
                  .reader(new Numbers(1, ITEMS))
                  .writer(
                      chunk -> {
                        for (int item : chunk) {
                          fault.meet(item);
                          writer.write(item);
                        }
                      })
                  .build())
          .build();
    }
  }
}
