package io.runledger.holes;

import io.runledger.test.ChildPod;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import io.runledger.test.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;

/**
 * A database with the pods on it, and what a scenario looks at. Pods that are killed or frozen are
 * JVMs of their own; the others live in this one, which is quicker.
 */
final class Stage implements AutoCloseable {

  /** How long a worker's round is at most. */
  static final Duration ROUND = Duration.ofMillis(500);

  private final Database database = PostgresServer.shared().newDatabase();
  private final EffectsTable effects = EffectsTable.create(database);
  private final Path gates;
  private final List<Path> shut = new ArrayList<>();
  private final List<ChildPod> children = new ArrayList<>();
  private final List<LocalPod> locals = new ArrayList<>();

  Stage() {
    try {
      gates = Files.createTempDirectory("gates");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    database.jdbc().sql("CREATE TABLE public.bulk (item bigint PRIMARY KEY)").update();
  }

  Database database() {
    return database;
  }

  EffectsTable effects() {
    return effects;
  }

  Setting pod() {
    return new Setting();
  }

  /** Waits until the lease that the lock name has now is dead. */
  void awaitDeadLease(String lockName) {
    Awaitility.await("the lease of " + lockName + " is dead")
        .atMost(1, TimeUnit.MINUTES)
        .pollInterval(20, TimeUnit.MILLISECONDS)
        .until(
            () ->
                database
                    .jdbc()
                    .sql(
                        """
                        SELECT locked_until < clock_timestamp()
                          FROM runledger.batch_lock WHERE name = :name
                        """)
                    .param("name", lockName)
                    .query(Boolean.class)
                    .single());
  }

  /** Waits until the owner of the lock name has renewed its lease. */
  void awaitRenewal(String lockName) {
    OffsetDateTime before = lockedUntil(lockName);
    Awaitility.await("the lease of " + lockName + " is renewed")
        .atMost(1, TimeUnit.MINUTES)
        .pollInterval(10, TimeUnit.MILLISECONDS)
        .until(() -> lockedUntil(lockName).isAfter(before));
  }

  private OffsetDateTime lockedUntil(String lockName) {
    return database
        .jdbc()
        .sql("SELECT locked_until FROM runledger.batch_lock WHERE name = :name")
        .param("name", lockName)
        .query(OffsetDateTime.class)
        .single();
  }

  /** Until its owner renews it. */
  void makeLeaseLookDead(String lockName) {
    database
        .jdbc()
        .sql(
            """
            UPDATE runledger.batch_lock SET locked_until = clock_timestamp() - interval '1 second'
             WHERE name = :name
            """)
        .param("name", lockName)
        .update();
  }

  /** Claims under the lock name wait until it is closed. */
  AdvisoryHold holdClaimsOf(String lockName) throws SQLException {
    return new AdvisoryHold(database, lockName);
  }

  /** Waits until a claim waits for a chunk. */
  void awaitWaitingClaim() {
    AdvisoryHold.awaitWaiting(database);
  }

  /** Has the server call this inside the COMMIT of the transaction that wrote the item. */
  void whenItemIsCommitted(long item, String call) {
    database
        .template()
        .execute(
            """
            CREATE FUNCTION public.disturb() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              PERFORM %s;
              RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER disturb AFTER INSERT ON public.effects
              DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW WHEN (new.item = %d) EXECUTE FUNCTION public.disturb()
            """
                .formatted(call, item));
  }

  /** Ends what {@link #whenItemIsCommitted} began, after the commit it may disturb just now. */
  void leaveCommitsAlone() {
    database.template().execute("DROP TRIGGER disturb ON public.effects");
  }

  /** Waits until the server is in the middle of a COMMIT. */
  void awaitRunningCommit() {
    Awaitility.await("a COMMIT runs")
        .atMost(1, TimeUnit.MINUTES)
        .pollInterval(5, TimeUnit.MILLISECONDS)
        .until(
            () ->
                database
                    .jdbc()
                    .sql(
                        """
                        SELECT EXISTS (
                               SELECT 1 FROM pg_stat_activity
                                WHERE datname = current_database() AND state = 'active'
                                  AND query = 'COMMIT' AND wait_event = 'PgSleep')
                        """)
                    .query(Boolean.class)
                    .single());
  }

  /** What tells this ledger's keys in Redis from another's. */
  UUID ledgerId() {
    return database.jdbc().sql("SELECT id FROM runledger.batch_ledger").query(UUID.class).single();
  }

  long bulkRows() {
    return database.jdbc().sql("SELECT count(*) FROM public.bulk").query(Long.class).single();
  }

  /** What Spring Batch says of each execution of the step, in order. */
  List<String> stepStates(String step) {
    return database
        .jdbc()
        .sql(
            """
            SELECT status FROM runledger.batch_step_execution
             WHERE step_name = :step ORDER BY step_execution_id
            """)
        .param("step", step)
        .query(String.class)
        .list();
  }

  /** How often Spring Batch says UNKNOWN, of jobs and of steps. */
  long unknown() {
    return database
        .jdbc()
        .sql(
            """
            SELECT (SELECT count(*) FROM runledger.batch_job_execution WHERE status = 'UNKNOWN')
                   + (SELECT count(*) FROM runledger.batch_step_execution WHERE status = 'UNKNOWN')
            """)
        .query(Long.class)
        .single();
  }

  /** How many executions of jobs and steps Spring Batch has open. */
  long openExecutions() {
    return database
        .jdbc()
        .sql(
            """
            SELECT (SELECT count(*) FROM runledger.batch_job_execution WHERE end_time IS NULL)
                   + (SELECT count(*) FROM runledger.batch_step_execution WHERE end_time IS NULL)
            """)
        .query(Long.class)
        .single();
  }

  boolean leaseIsHeld(String lockName) {
    return database
        .jdbc()
        .sql("SELECT locked_by IS NOT NULL FROM runledger.batch_lock WHERE name = ?")
        .param(lockName)
        .query(Boolean.class)
        .single();
  }

  /** How long the job's run had no owner, from the end of an attempt to the begin of the next. */
  Duration idle(String job) {
    return Duration.ofMillis(
        database
            .jdbc()
            .sql(
                """
                SELECT coalesce(sum(extract(epoch FROM next_at - ended_at) * 1000), 0)::bigint
                  FROM (SELECT ended_at, lead(started_at) OVER (ORDER BY number) AS next_at
                          FROM runledger.batch_attempt WHERE job_name = ?) AS a
                 WHERE next_at IS NOT NULL
                """)
            .param(job)
            .query(Long.class)
            .single());
  }

  /** The ledger's row of the job's run, as far as scenarios look at it. */
  record Row(String status, boolean stoppedByPerson, @Nullable String message) {}

  /** The job's run; not there if nobody ever claimed it. */
  Optional<Row> run(String job) {
    return database
        .jdbc()
        .sql(
            "SELECT status, stopped_by_person, message FROM runledger.batch_run WHERE job_name = ?")
        .param(job)
        .query(
            (rs, row) ->
                new Row(
                    rs.getString("status"),
                    rs.getBoolean("stopped_by_person"),
                    rs.getString("message")))
        .optional();
  }

  void awaitRun(String job, String status) {
    Awaitility.await(job + " is " + status)
        .atMost(60, TimeUnit.SECONDS)
        .pollInterval(20, TimeUnit.MILLISECONDS)
        .until(() -> run(job).filter(row -> row.status().equals(status)).isPresent());
  }

  /** Waits until the job's run has so many effects. */
  void awaitEffects(String job, long count) {
    Awaitility.await(job + " has " + count + " effects")
        .atMost(60, TimeUnit.SECONDS)
        .pollInterval(10, TimeUnit.MILLISECONDS)
        .until(() -> effects.count(job) >= count);
  }

  /** The database's clock. */
  OffsetDateTime now() {
    return database.jdbc().sql("SELECT clock_timestamp()").query(OffsetDateTime.class).single();
  }

  /** When the attempt of this number committed its first chunk. */
  OffsetDateTime firstChunk(String job, int attempt) {
    return database
        .jdbc()
        .sql("SELECT progressed_at FROM runledger.batch_attempt WHERE job_name = ? AND number = ?")
        .param(job)
        .param(attempt)
        .query(OffsetDateTime.class)
        .single();
  }

  /** The state of each attempt at the job's run, in order. */
  List<String> attempts(String job) {
    return database
        .jdbc()
        .sql("SELECT status FROM runledger.batch_attempt WHERE job_name = :job ORDER BY number")
        .param("job", job)
        .query(String.class)
        .list();
  }

  /** How much each execution of the step wrote, in order. */
  List<Long> writeCounts(String step) {
    return database
        .jdbc()
        .sql(
            """
            SELECT write_count FROM runledger.batch_step_execution
             WHERE step_name = :step ORDER BY step_execution_id
            """)
        .param("step", step)
        .query(Long.class)
        .list();
  }

  /** Lets everybody go on and ends them, the children first: a frozen one may hold up the rest. */
  @Override
  public void close() {
    shut.forEach(Stage::open);
    children.forEach(ChildPod::close);
    locals.forEach(LocalPod::close);
    try (Stream<Path> files = Files.walk(gates)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void open(Path gate) {
    try {
      Files.writeString(gate, "open");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a pod is started with. */
  final class Setting {

    private final Map<String, String> properties = new TreeMap<>();
    private final Path gate = gates.resolve("gate-" + shut.size());

    private Setting() {
      shut.add(gate);
      properties.put("spring.datasource.url", database.jdbcUrl());
      properties.put("spring.datasource.username", database.user());
      properties.put("spring.datasource.password", database.password());
      properties.put("spring.datasource.hikari.minimum-idle", "1");
      properties.put("spring.main.web-application-type", "none");
      properties.put("spring.main.banner-mode", "off");
      properties.put("spring.flyway.enabled", "false");
      properties.put("spring.quartz.auto-startup", "false");
      properties.put("runledger.lease", "2s");
      // Nobody resumes anything unless the scenario says so.
      properties.put("runledger.worker", "false");
      // No timeout of the server shall do what the guard has to do, nor end what only pauses.
      properties.put("runledger.chunk-idle", "60s");
      for (String job : List.of("copy", "tally", "spread", "bulk")) {
        properties.put("runledger.jobs." + job + ".effects", "ledger");
      }
      properties.put("holes.items", "50");
      properties.put("holes.chunk", "10");
      properties.put("holes.work", "0s");
      properties.put(Pauses.POINT, "never");
      properties.put(Pauses.GATE, gate.toString());
    }

    Setting with(String property, String value) {
      properties.put(property, value);
      return this;
    }

    /** Where it stands still; the points are those of {@link Pauses}. */
    Setting pausingAt(String point) {
      return with(Pauses.POINT, point);
    }

    /** It resumes what lost its pod, with a round at most each half second. */
    Setting working() {
      return with("runledger.worker", "true")
          .with("runledger.reconcile-every", ROUND.toMillis() + "ms");
    }

    /** It reaches the database through the proxy only. */
    Setting through(TcpProxy proxy) {
      return with("spring.datasource.url", database.via(proxy.port()).jdbcUrl());
    }

    /** A thousand items by chunks of a hundred. */
    Setting thousandItems() {
      return with("holes.items", "1000").with("holes.chunk", "100");
    }

    /** Starts it as a JVM of its own, which asks for the job's run until it is granted. */
    RemotePod startApartFor(String job) {
      return with("holes.job", job).startApart();
    }

    /** Starts it as a JVM of its own, which asks for nothing. */
    RemotePod startApart() {
      ChildPod.Builder builder = ChildPod.of(HolesPod.class);
      String zone = properties.remove("user.timezone");
      if (zone != null) {
        builder.property("user.timezone", zone);
      }
      properties.forEach(builder::property);
      ChildPod child = builder.start();
      children.add(child);
      return new RemotePod(child, () -> open(gate));
    }

    /** Starts it as a JVM of its own for the job's run, and kills it at the point. */
    void killedAt(String point, String job) {
      pausingAt(point).startApartFor(job).isKilledAt(point);
    }

    /** Starts it as a JVM of its own for the job's run, and freezes it at the point. */
    RemotePod frozenAt(String point, String job) {
      RemotePod pod = pausingAt(point).startApartFor(job);
      pod.isFrozenAt(point);
      return pod;
    }

    /** Starts it in this JVM, where it is asked by the test. */
    LocalPod start() {
      // What a child logs is seen when it is missed; this goes to the log of the whole build.
      properties.put("logging.level.root", "WARN");
      String[] arguments =
          properties.entrySet().stream()
              .map(property -> "--" + property.getKey() + "=" + property.getValue())
              .toArray(String[]::new);
      LocalPod pod =
          new LocalPod(SpringApplication.run(HolesPod.class, arguments), () -> open(gate));
      locals.add(pod);
      return pod;
    }
  }
}
