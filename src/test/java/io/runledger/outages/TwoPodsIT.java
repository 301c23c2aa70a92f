package io.runledger.outages;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.batch.GuardedApplication;
import io.runledger.guard.Guard;
import io.runledger.guard.Warnings;
import io.runledger.operate.Audit;
import io.runledger.operate.ManualRequest;
import io.runledger.operate.ManualRuns;
import io.runledger.operate.Person;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import io.runledger.test.RedisServer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two pods that are asked for the same run: at once, late, and too late. {@code
 * -Drunledger.rounds=100} for as many rounds as the field cases name.
 */
class TwoPodsIT {

  private static final LocalDate DATE = LocalDate.of(2026, 1, 5);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Database database = PostgresServer.shared().newDatabase();
  private final EffectsTable effects = EffectsTable.create(database);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void leaveNothingBehind() {
    threads.shutdownNow();
  }

  /** Pods' clocks are asked for nothing; so it is the server's that is wrong for all of them. */
  @ParameterizedTest(
      name = "RC-13 pods whose clocks are {0} s behind the server do not run it twice")
  @ValueSource(ints = {-180, 0, 180})
  void skewed_clocks(int seconds) throws Exception {
    database
        .template()
        .execute(
            """
            CREATE SCHEMA skew;
            CREATE FUNCTION skew.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
              $$ SELECT pg_catalog.clock_timestamp() + interval '%1$d s' $$;
            CREATE FUNCTION skew.now() RETURNS timestamptz LANGUAGE sql STABLE AS
              $$ SELECT pg_catalog.now() + interval '%1$d s' $$
            """
                .formatted(seconds));
    String skewed =
        "spring.datasource.url=" + database.jdbcUrl() + "?currentSchema=skew,pg_catalog,public";
    Works.Body body = Works.taking(Duration.ofSeconds(3));
    try (GuardedApplication one =
            pod("work", body, skewed, "runledger.lease=2s", "runledger.chunk-idle=60s");
        GuardedApplication other =
            pod("work", body, skewed, "runledger.lease=2s", "runledger.chunk-idle=60s")) {
      RunRequest request = RunRequest.of(RunKey.of("work", DATE), Cause.schedule());

      List<Verdict> verdicts = atOnce(List.of(() -> one.ask(request), () -> other.ask(request)));

      assertThat(words(verdicts)).containsOnlyOnce("STARTED").contains("ALREADY_RUNNING");
      assertThat(offDeadline()).as("the lease, by the server's clock").isLessThan(1000);
      awaitCompleted(one, request.key());
      assertThat(other.ask(request)).isInstanceOf(Verdict.AlreadyCompleted.class);
      effects.assertOnceEach(request.key().toString(), 1);
    }
  }

  /** By how many milliseconds less than its length the lease still lives, as the pods' SQL sees. */
  private long offDeadline() {
    return database
        .jdbc()
        .sql(
            """
            SELECT abs(extract(epoch FROM
                     locked_until - skew.clock_timestamp() - lease)) * 1000
              FROM runledger.batch_lock
            """)
        .query(Long.class)
        .single();
  }

  @Test
  @DisplayName("RC-14 a job of 6 s keeps its lease of 2 s: who asks at 3 s and at 5 s is told so")
  void longer_than_its_lease() {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Works.Body body =
        () -> {
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          Works.taking(Duration.ofSeconds(6)).work();
          inside.decrementAndGet();
        };
    try (GuardedApplication one =
            pod("work", body, "runledger.lease=2s", "runledger.chunk-idle=60s");
        GuardedApplication other =
            pod("work", body, "runledger.lease=2s", "runledger.chunk-idle=60s")) {
      RunRequest request = RunRequest.of(RunKey.of("work", DATE), Cause.schedule());
      long begun = System.nanoTime();
      Verdict owners = one.ask(request);
      Set<OffsetDateTime> deadlines = new TreeSet<>();

      awaitSince(begun, Duration.ofSeconds(3), deadlines);
      assertThat(other.ask(request)).isInstanceOf(Verdict.AlreadyRunning.class);
      awaitSince(begun, Duration.ofSeconds(5), deadlines);
      assertThat(other.ask(request)).isInstanceOf(Verdict.AlreadyRunning.class);

      assertThat(one.awaitEnd(owners).status()).isEqualTo("COMPLETED");
      assertThat(most).hasValue(1);
      effects.assertOnceEach(request.key().toString(), 1);
      assertThat(deadlines).as("deadlines").hasSizeGreaterThanOrEqualTo(3);
    }
  }

  private void awaitSince(long begun, Duration time, Set<OffsetDateTime> deadlines) {
    Awaitility.await()
        .atMost(LIMIT)
        .until(
            () -> {
              deadlines.add(
                  database
                      .jdbc()
                      .sql("SELECT locked_until FROM runledger.batch_lock")
                      .query(OffsetDateTime.class)
                      .single());
              return System.nanoTime() - begun >= time.toNanos();
            });
  }

  @Test
  @DisplayName("RC-15 a pod that asks half a second late is told COMPLETED, at INFO, in each round")
  void a_moment_late() {
    int rounds = Integer.getInteger("runledger.rounds", 10);
    Works.Body body = Works.taking(Duration.ofMillis(10));
    try (GuardedApplication one = pod("work", body);
        GuardedApplication other = pod("work", body);
        Warnings warnings = Warnings.ofAll()) {
      for (int round = 0; round < rounds; round++) {
        RunRequest request =
            RunRequest.of(RunKey.of("work", DATE.minusDays(round)), Cause.schedule());
        long begun = System.nanoTime();
        Verdict started = one.ask(request);
        assertThat(started).isInstanceOf(Verdict.Started.class);
        // Ten milliseconds may be more than half a second on a busy machine.
        one.awaitEnd(started);
        Awaitility.await()
            .atMost(LIMIT)
            .pollInterval(Duration.ofMillis(10))
            .until(() -> System.nanoTime() - begun >= Duration.ofMillis(500).toNanos());
        assertThat(other.ask(request)).isInstanceOf(Verdict.AlreadyCompleted.class);
        effects.assertOnceEach(request.key().toString(), 1);
      }
      assertThat(warnings.lines()).isEmpty();
    }
  }

  /** REST and the console are to come; they will ask the same launcher as the command line does. */
  @Test
  @DisplayName(
      "RC-28 of five who ask at once one starts it, four are told, and nobody is thrown at")
  void everybody_at_once() throws Exception {
    int rounds = Math.max(3, Integer.getInteger("runledger.rounds", 50 / 10));
    try (RedisServer redis = RedisServer.start()) {
      String filter = "runledger.filter.nodes[0]=" + redis.address();
      Works.Body body = Works.taking(Duration.ofMillis(20));
      try (GuardedApplication one = pod("work", body, filter);
          GuardedApplication other = pod("work", body, filter);
          Warnings warnings = Warnings.ofAll()) {
        for (int round = 0; round < rounds; round++) {
          RunKey key = RunKey.of("work", DATE.minusDays(round));
          List<Verdict> verdicts =
              atOnce(
                  List.of(
                      () -> one.ask(RunRequest.of(key, Cause.schedule())),
                      () -> byHand(one, key, "ann"),
                      () -> byHand(other, key, "ann"),
                      () -> byHand(other, key, "bob"),
                      () -> byHand(one, key, "cleo")));

          assertThat(words(verdicts))
              .as("round %d", round)
              .containsOnlyOnce("STARTED")
              .isSubsetOf("STARTED", "ALREADY_RUNNING", "ALREADY_COMPLETED");
          assertThat(verdicts).extracting(Verdict::key).containsOnly(key);
          awaitCompleted(one, key);
          awaitAllLeft(one, other);
          effects.assertOnceEach(key.toString(), 1);
        }
        RunKey next = RunKey.of("work", DATE.plusDays(1));
        one.ask(RunRequest.of(next, Cause.schedule()));
        awaitCompleted(other, next);
        effects.assertOnceEach(next.toString(), 1);
        assertThat(warnings.lines()).isEmpty();
      }
    }
  }

  private static Verdict byHand(GuardedApplication pod, RunKey key, String actor) {
    return pod.bean(ManualRuns.class)
        .ask(new ManualRequest(key, Audit.Action.RUN, new Person(actor, null), Map.of()));
  }

  private GuardedApplication pod(String job, Works.Body body, String... more) {
    List<String> properties = new ArrayList<>(List.of("runledger.jobs." + job + ".effects=ledger"));
    properties.addAll(List.of(more));
    return GuardedApplication.on(database)
        .with((jobs, tx) -> Works.tasklet(job, jobs, tx, body))
        .start(properties.toArray(String[]::new));
  }

  private List<Verdict> atOnce(List<Callable<Verdict>> askers) throws Exception {
    CyclicBarrier start = new CyclicBarrier(askers.size());
    List<Future<Verdict>> answers = new ArrayList<>();
    for (Callable<Verdict> asker : askers) {
      answers.add(
          threads.submit(
              () -> {
                start.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
                return asker.call();
              }));
    }
    List<Verdict> verdicts = new ArrayList<>();
    for (Future<Verdict> answer : answers) {
      verdicts.add(answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
    }
    return verdicts;
  }

  private static List<String> words(List<Verdict> verdicts) {
    return verdicts.stream().map(Verdict::word).toList();
  }

  /** The run is COMPLETED a moment before its lock is given back. */
  private static void awaitAllLeft(GuardedApplication... pods) {
    for (GuardedApplication pod : pods) {
      Awaitility.await("no attempt works any more")
          .atMost(LIMIT)
          .pollInterval(Duration.ofMillis(10))
          .until(() -> pod.bean(Guard.class).live().all().isEmpty());
    }
  }

  private static void awaitCompleted(GuardedApplication pod, RunKey key) {
    Awaitility.await(key + " is completed")
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> pod.ledgerRow(key).status().name().equals("COMPLETED"));
  }
}
