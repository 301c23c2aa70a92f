package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.runledger.batch.CurrentAttempt;
import io.runledger.batch.RunLauncher;
import io.runledger.guard.Guard;
import io.runledger.guard.GuardListener;
import io.runledger.operate.ManualStops;
import io.runledger.operate.Person;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/** What waits for a pod, and who resumes it. The dead pods here are rows as one leaves them. */
class RecoveryTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration SOME_ROUNDS = Duration.ofSeconds(2);
  private static final LocalDate DAY = LocalDate.of(2026, 1, 5);

  /** Holds what works until it is let go; open at first. */
  static final class Door {
    volatile CountDownLatch latch = new CountDownLatch(0);

    void pass() {
      await().atMost(LIMIT).until(() -> latch.getCount() == 0);
    }
  }

  /** Which runs were left, and which were poisoned. */
  static final class Alarms implements GuardListener {
    final List<RunKey> left = new CopyOnWriteArrayList<>();
    final List<RunKey> poisoned = new CopyOnWriteArrayList<>();

    @Override
    public void runLeft(Run run) {
      left.add(run.key());
    }

    @Override
    public void runPoisoned(Attempt attempt) {
      poisoned.add(attempt.key());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class App {
    @Bean
    Door door() {
      return new Door();
    }

    @Bean
    Alarms alarms() {
      return new Alarms();
    }

    @Bean
    Job tick(
        JobRepository jobs,
        PlatformTransactionManager transactions,
        DataSource dataSource,
        Door door) {
      JdbcTemplate jdbc = new JdbcTemplate(dataSource);
      return new JobBuilder("tick", jobs)
          .start(
              new StepBuilder("tick", jobs)
                  .tasklet(
                      (contribution, chunk) -> {
                        Attempt attempt = CurrentAttempt.onThisThread();
                        EffectsTable.insert(jdbc, attempt.key().toString(), 1, "tick");
                        door.pass();
                        return RepeatStatus.FINISHED;
                      },
                      transactions)
                  .build())
          .build();
    }
  }

  private final List<ConfigurableApplicationContext> pods = new ArrayList<>();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private Database database;
  private JdbcClient jdbc;
  private EffectsTable effects;
  private ConfigurableApplicationContext bystander;

  @BeforeEach
  void prepare() {
    database = PostgresServer.shared().newDatabase();
    jdbc = database.jdbc();
    effects = EffectsTable.create(database);
    bystander = start("--runledger.worker=false");
  }

  @AfterEach
  void close() {
    logger().detachAppender(log);
    for (ConfigurableApplicationContext pod : pods) {
      pod.getBean(Door.class).latch.countDown();
      pod.close();
    }
  }

  @Test
  void lost_runs_of_any_date_and_part_are_resumed_though_their_job_has_no_schedule() {
    List<RunKey> lost =
        List.of(
            RunKey.of("tick", DAY),
            RunKey.of("tick", DAY.minusYears(1)),
            new RunKey("tick", DAY, "EUR"));
    lost.forEach(key -> diesAt(key, 1));

    start();

    lost.forEach(key -> awaitStatus(key, RunStatus.COMPLETED));
    lost.forEach(key -> effects.assertOnceEach(key.toString(), 1));
    assertThat(causes(lost.get(0))).containsExactly("PERSON LOST", "RECOVERY COMPLETED");
  }

  @Test
  void what_a_person_added_to_a_run_goes_on_with_it() {
    RunKey key = RunKey.of("tick", DAY);
    diesAt(key, 1);
    jdbc.sql("UPDATE runledger.batch_attempt SET parameters = '{\"speed\":\"slow\"}'").update();

    start();

    awaitStatus(key, RunStatus.COMPLETED);
    assertThat(
            jdbc.sql("SELECT parameters FROM runledger.batch_attempt ORDER BY number")
                .query(String.class)
                .list())
        .containsExactly("{\"speed\":\"slow\"}", "{\"speed\":\"slow\"}");
    assertThat(
            jdbc.sql(
                    """
                    SELECT parameter_value FROM runledger.batch_job_execution_params
                     WHERE parameter_name = 'speed' AND identifying = 'N'
                    """)
                .query(String.class)
                .list())
        .containsExactly("slow");
  }

  @Test
  void a_run_of_a_job_that_this_pod_does_not_know_is_left_alone() {
    RunKey unknown = RunKey.of("elsewhere", DAY);
    RunKey known = RunKey.of("tick", DAY);
    diesAt(unknown, 1);
    diesAt(known, 1);

    start();

    awaitStatus(known, RunStatus.COMPLETED);
    assertThat(row(unknown).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(row(unknown).attempts()).isEqualTo(1);
  }

  @Test
  void what_a_shutdown_stopped_is_resumed_and_what_a_person_stopped_is_not() {
    RunKey byShutdown = RunKey.of("tick", DAY);
    RunKey byPerson = RunKey.of("tick", DAY.plusDays(1));
    diesAt(byShutdown, 1);
    diesAt(byPerson, 1);
    jdbc.sql("UPDATE runledger.batch_run SET status = 'STOPPED'").update();
    assertThat(bystander.getBean(ManualStops.class).ask(byPerson, person()).word().name())
        .isEqualTo("STOPPED");

    start();

    awaitStatus(byShutdown, RunStatus.COMPLETED);
    assertThat(row(byPerson).attempts()).isEqualTo(1);
  }

  @Test
  @DisplayName("RC-08: the recovery of another pod leaves a run alone whose owner is alive")
  void leaves_a_live_run_alone() {
    RunKey key = RunKey.of("tick", DAY);
    bystander.getBean(Door.class).latch = new CountDownLatch(1);
    ask(bystander, key, Cause.person("ann", null));
    await().atMost(LIMIT).until(() -> row(key).status() == RunStatus.RUNNING);

    ConfigurableApplicationContext second = start();
    // Longer than the lease: it lives since its owner renews it.
    await().during(SOME_ROUNDS).atMost(LIMIT).until(() -> row(key).attempts() == 1);
    Verdict asked = ask(second, key, Cause.person("bob", null));
    assertThat(asked.word()).isEqualTo("ALREADY_RUNNING");
    assertThat(asked.decision().owner()).isEqualTo(row(key).pod());
    assertThat(row(key).leaseLives()).isTrue();

    bystander.getBean(Door.class).latch.countDown();
    awaitStatus(key, RunStatus.COMPLETED);
    effects.assertOnceEach(key.toString(), 1);
  }

  @Test
  void a_lost_run_is_left_with_one_alarm_if_its_job_says_so_and_is_resumed_by_hand() {
    RunKey key = RunKey.of("tick", DAY);
    diesAt(key, 1);
    ConfigurableApplicationContext pod = start("--runledger.jobs.tick.on-lost=leave");
    listen();
    Alarms alarms = pod.getBean(Alarms.class);
    await()
        .atMost(LIMIT)
        .failFast("it was resumed", () -> row(key).attempts() > 1)
        .until(() -> alarms.left.size() == 1);
    Recovery recovery = pod.getBean(Waker.class).recovery();

    await().during(SOME_ROUNDS).atMost(LIMIT).until(() -> row(key).attempts() == 1);
    assertThat(alarms.left).containsExactly(key);
    assertThat(recovery.left()).extracting(Run::key).containsExactly(key);

    assertThat(ask(pod, key, Cause.person("ann", null)).word()).isEqualTo("RESUMED");
    awaitStatus(key, RunStatus.COMPLETED);
    await().atMost(LIMIT).until(() -> recovery.left().isEmpty());
  }

  @Test
  void the_alarm_of_a_run_that_is_left_names_it_and_what_to_do() {
    ConfigurableApplicationContext pod = start("--runledger.jobs.tick.on-lost=leave");
    listen();
    RunKey key = RunKey.of("tick", DAY);
    diesAt(key, 1);
    await().atMost(LIMIT).until(() -> !pod.getBean(Alarms.class).left.isEmpty());

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(aloud())
                    .singleElement()
                    .asString()
                    .startsWith("WARN tick 2026-01-05: attempt 1 on dead was lost")
                    .contains("runledger.jobs.tick.on-lost is leave", "by hand"));
  }

  @Test
  void a_lost_run_that_is_left_is_closed_once_somebody_asks_it_to_stop() {
    RunKey key = RunKey.of("tick", DAY);
    diesAt(key, 1);
    ConfigurableApplicationContext pod = start("--runledger.jobs.tick.on-lost=leave");
    await().atMost(LIMIT).until(() -> !pod.getBean(Alarms.class).left.isEmpty());

    // The words alone, without the help of the pod that is asked.
    jdbc.sql(
            "UPDATE runledger.batch_run SET stop_attempt = attempt_id, stop_actor = 'ann', stop_reason = 'old'")
        .update();

    awaitStatus(key, RunStatus.STOPPED);
    assertThat(row(key).stoppedByPerson()).isTrue();
    assertThat(row(key).message()).isEqualTo("stopped by ann: old");
    assertThat(effects.count(key.toString())).isZero();
  }

  @Test
  void a_run_that_three_pods_died_of_is_failed_with_an_alarm_and_a_person_may_run_it_again() {
    RunKey key = RunKey.of("tick", DAY);
    diesAt(key, 3);
    ConfigurableApplicationContext pod = start();
    listen();

    awaitStatus(key, RunStatus.FAILED);
    Alarms alarms = pod.getBean(Alarms.class);
    await().atMost(LIMIT).until(() -> !alarms.poisoned.isEmpty());
    await().during(SOME_ROUNDS).atMost(LIMIT).until(() -> row(key).attempts() == 4);

    assertThat(effects.count(key.toString())).isZero();
    assertThat(row(key).message()).contains("3 attempts in a row were lost without one committed");
    assertThat(causes(key)).endsWith("RECOVERY FAILED");
    assertThat(alarms.poisoned).containsExactly(key);
    assertThat(aloud())
        .singleElement()
        .asString()
        .startsWith("ERROR tick 2026-01-05: attempt 4 FAILED")
        .contains("3 attempts in a row");

    ask(bystander, key, Cause.person("ann", null));
    awaitStatus(key, RunStatus.COMPLETED);
    effects.assertOnceEach(key.toString(), 1);
  }

  private static Person person() {
    return new Person("ann", "a test");
  }

  private static Verdict ask(ConfigurableApplicationContext pod, RunKey key, Cause cause) {
    return pod.getBean(RunLauncher.class).ask(RunRequest.of(key, cause));
  }

  private Run row(RunKey key) {
    return bystander.getBean(Guard.class).ledger().read(key).orElseThrow();
  }

  private void awaitStatus(RunKey key, RunStatus status) {
    await(key + " is " + status).atMost(LIMIT).until(() -> row(key).status() == status);
  }

  private List<String> causes(RunKey key) {
    return jdbc.sql(
            """
            SELECT cause || ' ' || status FROM runledger.batch_attempt
             WHERE job_name = ? AND batch_date = ? AND part = ? ORDER BY number
            """)
        .param(key.job())
        .param(key.batchDate())
        .param(key.part())
        .query(String.class)
        .list();
  }

  /** As a run stands in the ledger after so many pods died in it, each right after its claim. */
  private void diesAt(RunKey key, int attempts) {
    for (int number = 1; number <= attempts; number++) {
      UUID attempt = UUID.randomUUID();
      jdbc.sql(
              """
              INSERT INTO runledger.batch_run (job_name, batch_date, covered_from, part, status, fence, attempt_id,
                     lock_name, pod)
              VALUES (:job, :date, :date, :part, 'RUNNING', nextval('runledger.batch_fence'), :attempt,
                      :job, 'dead')
              ON CONFLICT (job_name, batch_date, part) DO UPDATE
                 SET attempts = :number, attempt_id = :attempt, fence = excluded.fence
              """)
          .param("job", key.job())
          .param("date", key.batchDate())
          .param("part", key.part())
          .param("attempt", attempt)
          .param("number", number)
          .update();
      jdbc.sql(
              """
              INSERT INTO runledger.batch_attempt (attempt_id, job_name, batch_date, part, number,
                     generation, fence, pod, cause, actor, status)
              SELECT r.attempt_id, r.job_name, r.batch_date, r.part, r.attempts, 1, r.fence, r.pod,
                     'PERSON', 'ann', :status
                FROM runledger.batch_run r WHERE r.attempt_id = :attempt
              """)
          .param("attempt", attempt)
          .param("status", number < attempts ? "LOST" : "RUNNING")
          .update();
    }
  }

  /** To be called when the pods are up: each that starts sets logging up anew. */
  private void listen() {
    log.start();
    logger().addAppender(log);
  }

  private List<String> aloud() {
    return log.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .map(event -> event.getLevel() + " " + event.getFormattedMessage())
        .toList();
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger("io.runledger");
  }

  private ConfigurableApplicationContext start(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.datasource.hikari.maximum-pool-size=3",
                "--spring.main.web-application-type=none",
                "--spring.main.banner-mode=off",
                "--spring.flyway.enabled=false",
                "--runledger.reconcile-every=500ms",
                "--runledger.jobs.tick.chunk-idle=60s",
                "--runledger.jobs.tick.lease=1s"));
    arguments.addAll(List.of(more));
    ConfigurableApplicationContext pod =
        SpringApplication.run(App.class, arguments.toArray(String[]::new));
    pods.add(pod);
    return pod;
  }
}
