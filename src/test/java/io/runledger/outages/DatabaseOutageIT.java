package io.runledger.outages;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.runledger.batch.GuardedApplication;
import io.runledger.batch.RunLauncher;
import io.runledger.guard.AttemptEnd;
import io.runledger.guard.ControlPool;
import io.runledger.guard.GuardListener;
import io.runledger.run.Attempt;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import io.runledger.test.TcpProxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The ledger's database goes away in the middle of a run, in each of the ways it does. Nobody
 * restarts a pod, and nobody but the recovery rounds asks for the run again.
 */
class DatabaseOutageIT {

  private static final int ITEMS = 1000;
  private static final int CHUNK = 50;
  private static final Duration PACE = Duration.ofMillis(300);

  /** By when nothing may be RUNNING without an owner. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(60);

  /** What a silent socket is given up after, at the latest. */
  private static final Duration SOCKET_LIMIT = Duration.ofSeconds(30);

  private static final RunKey COPY = RunKey.of("copy", LocalDate.of(2026, 1, 5));
  private static final RunKey OTHER = RunKey.of("other", LocalDate.of(2026, 1, 5));

  private final PostgresServer server = PostgresServer.start();
  private final Database database = server.newDatabase();
  private final TcpProxy network = TcpProxy.to(server.port());
  private final EffectsTable effects = EffectsTable.create(database);

  @AfterEach
  void leaveNothingBehind() {
    network.close();
    server.close();
  }

  @Test
  @DisplayName("RC-34 a server that is read-only for 20 s costs no item, no person and no restart")
  void read_only_for_20_s() {
    try (GuardedApplication pod = pod("runledger.lease=5s")) {
      beginAndReach(pod, 300);

      setReadOnly("on");
      assertThatTheDatabaseIsAway(pod);
      hold(Duration.ofSeconds(20));
      setReadOnly("off");

      assertThatAllIsDoneOnce(pod);
    }
  }

  @Test
  @DisplayName("RC-34 a network that swallows every packet is given up within 30 s, thread and all")
  void blackholed() {
    try (GuardedApplication pod =
        pod("runledger.lease=10s", "spring.datasource.hikari.connection-timeout=5000")) {
      Attempt attempt = beginAndReach(pod, 300);

      network.blackhole();
      long begun = System.nanoTime();
      assertThatTheDatabaseIsAway(pod);
      assertThat(since(begun)).as("a verdict and a health check").isLessThan(SOCKET_LIMIT);
      assertThat(end(pod, attempt).status()).isEqualTo(AttemptStatus.LOST);
      Duration lost = Duration.ofNanos(pod.bean(Losses.class).first().join() - begun);
      assertThat(lost).as("the attempt").isLessThan(SOCKET_LIMIT);
      network.forward();

      assertThatAllIsDoneOnce(pod);
    }
  }

  @Test
  @DisplayName("RC-34 a server that is restarted costs no item, no person and no restart of a pod")
  void restarted() {
    try (GuardedApplication pod = pod("runledger.lease=5s")) {
      beginAndReach(pod, 300);
      server.restart();
      assertThatAllIsDoneOnce(pod);
    }
  }

  @Test
  @DisplayName("RC-34 a server that cannot be reached costs no item, no person and no restart")
  void unreachable() {
    try (GuardedApplication pod = pod("runledger.lease=5s")) {
      beginAndReach(pod, 300);

      network.refuse();
      network.cut();
      assertThatTheDatabaseIsAway(pod);
      hold(Duration.ofSeconds(10));
      network.forward();

      assertThatAllIsDoneOnce(pod);
    }
  }

  @Test
  @DisplayName("RC-34 a job pool that is used up costs no item, and the lease is renewed meanwhile")
  void pool_used_up() throws SQLException {
    try (GuardedApplication pod =
        pod(
            "runledger.lease=3s",
            "spring.datasource.hikari.maximum-pool-size=3",
            "spring.datasource.hikari.connection-timeout=1000")) {
      Attempt attempt = beginAndReach(pod, 300);

      List<Connection> taken = takeAll(pod.bean(DataSource.class), 3);
      assertThat(pod.ledgerRow(COPY).leaseLives()).isTrue();
      assertThat(health(pod)).as("the guard has connections of its own").isEqualTo(Status.UP);
      AttemptEnd end = end(pod, attempt);
      assertThat(end.status()).isEqualTo(AttemptStatus.LOST);
      assertThat(end.message()).contains("the database was away", "Connection is not available");
      for (Connection one : taken) {
        one.close();
      }

      assertThatAllIsDoneOnce(pod);
    }
  }

  @Test
  @DisplayName("RC-34 after a failover no connection to the server that is read-only now is kept")
  void failed_over() {
    try (GuardedApplication pod =
        pod("runledger.lease=2s", "spring.datasource.hikari.maximum-pool-size=2")) {
      // What is in the pools by then stays read-only, what is opened later is not.
      String property =
          "ALTER DATABASE %s %%s default_transaction_read_only".formatted(database.name());
      maintenance().execute(property.formatted("SET") + " = on");
      replaceSessions(pod);
      maintenance().execute(property.formatted("RESET"));

      assertThatAllIsDoneOnce(pod);
    }
  }

  private GuardedApplication pod(String... more) {
    List<String> properties =
        new ArrayList<>(
            List.of("runledger.jobs.copy.effects=ledger", "runledger.jobs.other.effects=ledger"));
    properties.addAll(List.of(more));
    return GuardedApplication.on(database.via(network.port()))
        .with(Listening.class)
        .with((jobs, tx) -> Works.chunks("copy", jobs, tx, ITEMS, CHUNK, Works.taking(PACE)))
        .with((jobs, tx) -> Works.tasklet("other", jobs, tx, () -> {}))
        .start(properties.toArray(String[]::new));
  }

  private Attempt beginAndReach(GuardedApplication pod, int items) {
    Attempt attempt = GuardedApplication.attempt(pod.ask(RunRequest.of(COPY, Cause.schedule())));
    Awaitility.await(items + " items")
        .atMost(AFTERWARDS)
        .until(() -> effects.count(COPY.toString()) >= items);
    return attempt;
  }

  /** What is asked now is answered by "don't know", and health says why. */
  private static void assertThatTheDatabaseIsAway(GuardedApplication pod) {
    Awaitility.await("the health is down")
        .atMost(Duration.ofMinutes(1))
        .until(() -> health(pod).equals(Status.DOWN));
    assertThat(pod.ask(RunRequest.of(OTHER, Cause.schedule())))
        .isInstanceOf(Verdict.Unavailable.class);
  }

  /** Asks as the recovery rounds do. */
  private void assertThatAllIsDoneOnce(GuardedApplication pod) {
    for (RunKey key : List.of(COPY, OTHER)) {
      Awaitility.await(key + " is completed")
          .atMost(AFTERWARDS)
          .pollInterval(Duration.ofMillis(200))
          .until(
              () ->
                  pod.ask(RunRequest.of(key, Cause.recovery()))
                      instanceof Verdict.AlreadyCompleted);
    }
    effects.assertOnceEach(COPY.toString(), ITEMS);
    effects.assertOnceEach(OTHER.toString(), 1);
    assertThat(attemptStatuses()).doesNotContain("RUNNING", "FAILED").contains("COMPLETED");
    assertThat(health(pod)).isEqualTo(Status.UP);
  }

  private List<String> attemptStatuses() {
    return database
        .jdbc()
        .sql("SELECT status FROM runledger.batch_attempt ORDER BY fence")
        .query(String.class)
        .list();
  }

  private static Status health(GuardedApplication pod) {
    HealthEndpoint endpoint = pod.bean(HealthEndpoint.class);
    return ((IndicatedHealthDescriptor) requireNonNull(endpoint.healthForPath("runledger")))
        .getStatus();
  }

  private static AttemptEnd end(GuardedApplication pod, Attempt attempt) {
    return pod.bean(RunLauncher.class)
        .end(attempt.id())
        .orElseThrow(() -> new AssertionError(attempt + " has ended already"))
        .toCompletableFuture()
        .orTimeout(AFTERWARDS.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  private void setReadOnly(String value) {
    JdbcTemplate server = maintenance();
    server.execute("ALTER SYSTEM SET default_transaction_read_only = " + value);
    server.execute("SELECT pg_reload_conf()");
  }

  /** A session that may always write. */
  private JdbcTemplate maintenance() {
    PGSimpleDataSource writable = new PGSimpleDataSource();
    writable.setUrl(
        "jdbc:postgresql://127.0.0.1:%d/postgres?options=-c%%20default_transaction_read_only=off"
            .formatted(server.port()));
    writable.setUser(database.user());
    writable.setPassword(database.password());
    return new JdbcTemplate(writable);
  }

  /** Ends the pools' sessions, and has each pool open new ones. */
  private void replaceSessions(GuardedApplication pod) {
    maintenance()
        .query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ?",
            rs -> {},
            database.name());
    ControlPool control = pod.bean(ControlPool.class);
    for (DataSource one :
        List.of(pod.bean(DataSource.class), control.control(), control.renewal())) {
      Awaitility.await("a pool full of read-only sessions")
          .atMost(AFTERWARDS)
          .ignoreExceptions()
          .until(() -> isReadOnly(one));
    }
  }

  private static boolean isReadOnly(DataSource pool) throws SQLException {
    List<Connection> all = new ArrayList<>();
    try {
      while (all.size() < pool.unwrap(HikariDataSource.class).getMaximumPoolSize()) {
        all.add(pool.getConnection());
      }
      for (Connection one : all) {
        try (Statement statement = one.createStatement();
            ResultSet answer = statement.executeQuery("SHOW transaction_read_only")) {
          if (!answer.next() || !answer.getString(1).equals("on")) {
            return false;
          }
        }
      }
      return true;
    } finally {
      for (Connection one : all) {
        one.close();
      }
    }
  }

  /** The job has one of them, from chunk to chunk, until it finds none. */
  private static List<Connection> takeAll(DataSource pool, int size) throws SQLException {
    List<Connection> taken = new ArrayList<>();
    while (taken.size() < size) {
      try {
        taken.add(pool.getConnection());
      } catch (SQLTransientConnectionException e) {
        // Its chunk takes as long as we wait at most; the next try comes between two chunks.
      }
    }
    return taken;
  }

  /** The fault lasts. */
  private static void hold(Duration time) {
    long begun = System.nanoTime();
    Awaitility.await("the fault lasts")
        .atMost(time.plusSeconds(5))
        .until(() -> since(begun).compareTo(time) >= 0);
  }

  private static Duration since(long begun) {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Listening {

    @Bean
    Losses losses() {
      return new Losses(new CompletableFuture<>());
    }
  }

  /** When the first attempt was lost, by {@link System#nanoTime()}. */
  record Losses(CompletableFuture<Long> first) implements GuardListener {
    @Override
    public void attemptLost(Attempt attempt, String why) {
      first.complete(System.nanoTime());
    }
  }
}
