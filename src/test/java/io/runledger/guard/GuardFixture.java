package io.runledger.guard;

import com.zaxxer.hikari.HikariDataSource;
import io.runledger.run.Cause;
import io.runledger.run.Effects;
import io.runledger.run.Pod;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A migrated database with the guard's parts on it. The tests of a class share one, and each works
 * under names of its own.
 */
final class GuardFixture implements AutoCloseable {

  static final LocalDate DATE = LocalDate.of(2026, 3, 31);
  static final Duration LEASE = Duration.ofSeconds(30);

  private static final AtomicInteger NAMES = new AtomicInteger();

  final Database database = PostgresServer.shared().newDatabase();
  final HikariDataSource pool = new HikariDataSource();
  final JdbcTemplate template = new JdbcTemplate(pool);
  final JdbcClient jdbc = JdbcClient.create(pool);
  final TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
  final Pod pod = new Pod("pod-a", UUID.randomUUID());
  final Heard heard = new Heard();
  final GuardEvents events = new GuardEvents(List.of(heard));
  final LeaseArbiter arbiter;
  final Ledger ledger;
  final Fence fence;

  private GuardFixture(int connections) {
    pool.setJdbcUrl(database.jdbcUrl());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    pool.setMaximumPoolSize(connections);
    pool.setMinimumIdle(1);
    new LedgerSchema(pool).prepare(LedgerSchema.Mode.MIGRATE, "runledger.BATCH_");
    arbiter = new LeaseArbiter(pool, pool);
    ledger = new Ledger(pool, new DatabaseClock(pool));
    fence = new Fence(pool, events);
  }

  static GuardFixture create() {
    return new GuardFixture(12);
  }

  /** For races: as many connections as threads. */
  static GuardFixture create(int connections) {
    return new GuardFixture(connections);
  }

  /** A name that no other test uses. */
  static String newName() {
    return "job-" + NAMES.incrementAndGet();
  }

  /** A run of a job that no other test uses. */
  static RunKey newRun() {
    return RunKey.of(newName(), DATE);
  }

  static JobGuard guardOf(RunKey key) {
    return guardOf(key, null, LEASE);
  }

  static JobGuard guardOf(RunKey key, @Nullable String lock, Duration lease) {
    return new JobGuard(key.job(), lock, lease, lease, Effects.LEDGER, ZoneOffset.UTC);
  }

  /** Leases and claims the run by its own lock name, for the first time. */
  LiveAttempt begin(RunKey key) {
    return begin(key, guardOf(key));
  }

  LiveAttempt begin(RunKey key, JobGuard job) {
    return attempt(key, job, Optional.empty())
        .orElseThrow(() -> new AssertionError(key + " could not be begun"));
  }

  /** Lets the lease of the attempt run out, and takes its run over. */
  LiveAttempt takeOver(LiveAttempt from) {
    return takeOver(from, from.job());
  }

  /** Likewise, by a pod with other settings for the job. */
  LiveAttempt takeOver(LiveAttempt from, JobGuard job) {
    expire(from.lockName());
    return attempt(from.attempt().key(), job, Optional.of(from))
        .orElseThrow(() -> new AssertionError(from.attempt() + " could not be superseded"));
  }

  private Optional<LiveAttempt> attempt(RunKey key, JobGuard job, Optional<LiveAttempt> from) {
    UUID id = UUID.randomUUID();
    String lockName = job.lockName(key);
    long fenceNumber = arbiter.acquire(lockName, id, job.lease()).orElseThrow();
    Cause cause = from.isPresent() ? Cause.recovery() : Cause.schedule();
    Optional<Claim> claimed =
        ledger.claim(
            RunRequest.of(key, cause),
            ledger.read(key),
            Timetable.Entry.free(key),
            id,
            fenceNumber,
            lockName,
            pod);
    return claimed.map(claim -> new LiveAttempt(claim, job, lockName));
  }

  /** Puts the deadline of a lease into the past. */
  void expire(String lockName) {
    jdbc.sql(
            """
            UPDATE runledger.batch_lock SET locked_until = clock_timestamp() - interval '1 second'
             WHERE name = :name
            """)
        .param("name", lockName)
        .update();
  }

  /** The database's clock. */
  Instant clock() {
    return jdbc.sql("SELECT clock_timestamp()").query(OffsetDateTime.class).single().toInstant();
  }

  /** The deadline in the lease row. */
  Instant deadline(String lockName) {
    return arbiter.holder(lockName).orElseThrow().until();
  }

  /** Waits until so many sessions of this database wait for a lock. */
  void awaitWaiting(int sessions) {
    Awaitility.await(sessions + " session(s) waiting for a lock")
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> waiting() == sessions);
  }

  /** Waits until it waits for a lock. Fails at once if it has ended instead. */
  void awaitWaiting(CompletableFuture<?> one) {
    Awaitility.await("a session waiting for a lock")
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(10))
        .failFast("it should have waited, and did not", one::isDone)
        .until(() -> waiting() == 1);
  }

  int waiting() {
    return jdbc.sql(
            """
            SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock'
            """)
        .query(Integer.class)
        .single();
  }

  /** A transaction of a session of its own, that ends when the test says so. */
  OpenTransaction open() {
    return OpenTransaction.begin(database.dataSource());
  }

  @Override
  public void close() {
    pool.close();
  }
}
