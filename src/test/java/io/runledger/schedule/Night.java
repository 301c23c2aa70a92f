package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.batch.CurrentAttempt;
import io.runledger.batch.GuardedApplication;
import io.runledger.guard.LedgerClock;
import io.runledger.run.RunKey;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.MovableClock;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * A database, a clock that the test moves, and pods in the test's JVM. Each job writes one effect a
 * run, and fails where the test says so.
 */
final class Night implements AutoCloseable {

  static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration ROUND = Duration.ofMillis(300);

  final Database database = PostgresServer.shared().newDatabase();
  final JdbcClient jdbc = JdbcClient.create(database.dataSource());
  final MovableClock clock;
  final Set<RunKey> failing = ConcurrentHashMap.newKeySet();

  /** Runs in the order in which their bodies began. */
  final List<RunKey> bodies = new CopyOnWriteArrayList<>();

  private final List<GuardedApplication> pods = new ArrayList<>();

  Night(String now) {
    clock = MovableClock.at(Instant.parse(now));
    EffectsTable.create(database);
  }

  /** Starts a pod with these jobs. */
  GuardedApplication pod(List<String> jobs, String... properties) {
    GuardedApplication.Plan plan =
        GuardedApplication.on(database).with(LedgerClock.class, clock::instant);
    jobs.forEach(name -> plan.with((repository, tx) -> job(name, repository, tx)));
    Map<String, String> settings = new LinkedHashMap<>();
    Stream.concat(
            Stream.of(
                "runledger.worker=true",
                "runledger.zone=UTC",
                "runledger.lease=2s",
                "runledger.reconcile-every=" + ROUND.toMillis() + "ms",
                "spring.datasource.hikari.maximum-pool-size=3"),
            Stream.of(properties))
        .map(property -> property.split("=", 2))
        .forEach(property -> settings.put(property[0], property[1]));
    GuardedApplication pod =
        plan.start(
            settings.entrySet().stream()
                .map(one -> one.getKey() + "=" + one.getValue())
                .toArray(String[]::new));
    pods.add(pod);
    return pod;
  }

  void stop(GuardedApplication pod) {
    pod.close();
    pods.remove(pod);
  }

  private Job job(String name, JobRepository repository, PlatformTransactionManager tx) {
    DataSource dataSource = database.dataSource();
    JdbcTemplate jdbc = new JdbcTemplate(dataSource);
    return new JobBuilder(name, repository)
        .start(
            new StepBuilder("effect", repository)
                .tasklet(
                    (contribution, chunk) -> {
                      RunKey key = CurrentAttempt.onThisThread().key();
                      bodies.add(key);
                      if (failing.contains(key)) {
                        throw new IllegalStateException("told to fail");
                      }
                      jdbc.update(
                          "INSERT INTO public.effects (run, item, written_by) VALUES (?, 1, ?)",
                          key.toString(),
                          name);
                      return RepeatStatus.FINISHED;
                    },
                    tx)
                .build())
        .build();
  }

  /** Dates or runs of a job with their status, as in {@code 2026-03-02 COMPLETED}. */
  List<String> ledger(String job) {
    return jdbc.sql(
            """
            SELECT batch_date || CASE part WHEN '' THEN '' ELSE '/' || part END || ' ' || status
              FROM runledger.batch_run WHERE job_name = ? ORDER BY batch_date, part
            """)
        .param(job)
        .query(String.class)
        .list();
  }

  /** Waits until the ledger has exactly these. */
  void awaitLedger(String job, String... runs) {
    await(job).atMost(LIMIT).untilAsserted(() -> assertThat(ledger(job)).containsExactly(runs));
  }

  /** The ledger has exactly these, and some rounds later still. */
  void staysAt(String job, String... runs) {
    await(job)
        .during(ROUND.multipliedBy(6))
        .atMost(LIMIT)
        .until(() -> ledger(job).equals(List.of(runs)));
  }

  /** As {@code since} would be, had the job been first seen then. */
  void seenSince(String job, String instant) {
    jdbc.sql("UPDATE runledger.batch_job SET since = ?::timestamptz WHERE job_name = ?")
        .params(instant, job)
        .update();
  }

  /** Runs with effects, each once for each effect. */
  List<String> effects() {
    return jdbc.sql("SELECT run FROM public.effects ORDER BY run").query(String.class).list();
  }

  static RunKey run(String job, String date) {
    return RunKey.of(job, LocalDate.parse(date));
  }

  @Override
  public void close() {
    pods.forEach(GuardedApplication::close);
  }
}
