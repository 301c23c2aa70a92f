package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.run.Attempt;
import io.runledger.run.RunKey;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

@SuppressWarnings("NullAway") // what is not set at once is set before the test needs it
class TaggedSessionsTest {

  /** Two seconds or so in which the server does not look whether it shall end. */
  private static final String UNINTERRUPTIBLE =
      "SELECT %s FROM (SELECT repeat('x', 20000000) AS long OFFSET 0) AS one"
          .formatted(String.join(", ", Collections.nCopies(50, "md5(long)")));

  private static GuardFixture fixture;

  private final TaggedSessions sessions = new TaggedSessions(fixture.pool);
  private final RunKey key = GuardFixture.newRun();
  private final LiveAttempt frozen = fixture.begin(key);

  @BeforeAll
  static void create() {
    fixture = GuardFixture.create();
    fixture.jdbc.sql("CREATE TABLE effect (item text PRIMARY KEY)").update();
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  /** How many sessions an attempt that took over from the frozen one ends. */
  private int endedBeforeASuccessor() {
    Attempt gone = frozen.attempt();
    Attempt successor =
        new Attempt(
            gone.key(),
            UUID.randomUUID(),
            gone.number() + 1,
            gone.generation(),
            gone.fence() + 1_000,
            gone.pod(),
            gone.coveredFrom());
    return sessions.endBefore(successor, frozen.lockName()).size();
  }

  @Test
  void a_session_that_a_superseded_attempt_left_idle_in_a_transaction_is_ended() {
    try (OpenTransaction left = tagged(frozen)) {
      write(left, "idle");
      assertThat(state(left)).isEqualTo("idle in transaction");

      assertThat(endedBeforeASuccessor()).isEqualTo(1);

      assertThat(isAlive(left)).isFalse();
      insertAtOnce("idle");
    }
  }

  /** No timeout of the server ends such a session; its unique keys block the successor. */
  @Test
  void a_session_in_the_middle_of_a_copy_is_ended() throws SQLException {
    try (OpenTransaction left = tagged(frozen)) {
      int pid = left.connection().unwrap(PGConnection.class).getBackendPID();
      CopyIn copy = copyHalfOf(left.connection(), "half a file");
      Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> stateOf(pid).equals("active"));

      assertThat(endedBeforeASuccessor()).isEqualTo(1);

      assertThat(stateOf(pid)).isEqualTo("gone");
      assertThatThrownBy(copy::endCopy).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void all_sessions_of_the_attempt_are_gone_when_the_call_returns() {
    List<OpenTransaction> left = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      left.add(tagged(frozen));
    }
    assertThat(endedBeforeASuccessor()).isEqualTo(20);

    assertThat(
            fixture
                .jdbc
                .sql("SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE ?")
                .param("rl:" + frozen.attempt().id() + ":%")
                .query(Integer.class)
                .single())
        .isZero();
    left.forEach(OpenTransaction::close);
  }

  /** What it has locked is locked for as long. */
  @Test
  void a_session_that_takes_its_time_to_end_is_waited_for() throws SQLException {
    try (OpenTransaction left = tagged(frozen)) {
      write(left, "slow");
      int pid = left.connection().unwrap(PGConnection.class).getBackendPID();
      CompletableFuture<Void> work =
          CompletableFuture.runAsync(() -> left.jdbc.execute(UNINTERRUPTIBLE));
      Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> stateOf(pid).equals("active"));

      assertThat(endedBeforeASuccessor()).isEqualTo(1);

      insertAtOnce("slow");
      assertThat(stateOf(pid)).isEqualTo("gone");
      assertThatThrownBy(() -> work.get(1, TimeUnit.MINUTES))
          .isInstanceOf(ExecutionException.class);
    }
  }

  @Test
  void sessions_of_other_attempts_and_of_nobody_are_left_alone() {
    RunKey second = GuardFixture.newRun();
    try (OpenTransaction others = tagged(fixture.begin(second));
        OpenTransaction nobodys = fixture.open()) {
      nobodys.jdbc.execute("SELECT 1");

      assertThat(endedBeforeASuccessor()).isZero();

      assertThat(isAlive(others)).isTrue();
      assertThat(isAlive(nobodys)).isTrue();
    }
  }

  @Test
  void sessions_of_attempts_that_are_not_superseded_are_left_alone() {
    try (OpenTransaction own = tagged(frozen);
        OpenTransaction successors = tagged(fixture.takeOver(frozen))) {
      assertThat(sessions.endBefore(frozen.attempt(), frozen.lockName())).isEmpty();

      assertThat(isAlive(own)).isTrue();
      assertThat(isAlive(successors)).isTrue();
    }
  }

  @Test
  void a_tag_ends_with_its_transaction_so_that_a_pooled_session_is_nobodys_again()
      throws SQLException {
    try (OpenTransaction pooled = fixture.open()) {
      String name = setting(pooled, "application_name");
      String idle = setting(pooled, "idle_in_transaction_session_timeout");
      new Fence(pooled.session, fixture.events).tag(frozen);
      assertThat(setting(pooled, "application_name"))
          .contains(frozen.attempt().id().toString())
          .contains(Long.toString(frozen.attempt().fence()));
      assertThat(setting(pooled, "idle_in_transaction_session_timeout")).isEqualTo("30s");

      pooled.commit();

      assertThat(setting(pooled, "application_name")).isEqualTo(name);
      assertThat(setting(pooled, "idle_in_transaction_session_timeout")).isEqualTo(idle);
      assertThat(endedBeforeASuccessor()).isZero();
      assertThat(isAlive(pooled)).isTrue();
    }
  }

  @Test
  void a_tagged_session_that_sits_idle_for_longer_than_the_chunk_may_is_ended_by_the_server() {
    JobGuard impatient = GuardFixture.guardOf(key, null, Duration.ofMillis(500));
    LiveAttempt live = new LiveAttempt(frozen.attempt(), impatient, key.job());
    try (OpenTransaction left = tagged(live)) {
      write(left, "idle for long");
      Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> state(left).equals("gone"));
      insertAtOnce("idle for long");
    }
  }

  @Test
  void a_tag_is_not_cut_off_even_under_the_highest_fence() {
    Attempt highest =
        new Attempt(key, UUID.randomUUID(), 1, 1, Long.MAX_VALUE, fixture.pod, key.batchDate());
    LiveAttempt live = new LiveAttempt(highest, frozen.job(), frozen.lockName());
    try (OpenTransaction transaction = tagged(live)) {
      assertThat(setting(transaction, "application_name"))
          .isEqualTo("rl:" + highest.id() + ":" + Long.MAX_VALUE);
    }
  }

  private static OpenTransaction tagged(LiveAttempt live) {
    OpenTransaction transaction = fixture.open();
    new Fence(transaction.session, fixture.events).tag(live);
    return transaction;
  }

  private static void write(OpenTransaction transaction, String item) {
    transaction.jdbc.update("INSERT INTO effect VALUES (?)", item);
  }

  private static CopyIn copyHalfOf(Connection connection, String item) throws SQLException {
    CopyIn copy =
        connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY effect FROM STDIN");
    byte[] line = (item + "\n").getBytes(StandardCharsets.UTF_8);
    copy.writeToCopy(line, 0, line.length);
    copy.flushCopy();
    return copy;
  }

  /** Blocks, and fails, if somebody still has the key uncommitted. */
  private static void insertAtOnce(String item) {
    fixture.transaction.executeWithoutResult(
        status -> {
          fixture.template.execute("SET LOCAL lock_timeout = '500ms'");
          fixture.template.update("INSERT INTO effect VALUES (?)", item);
        });
  }

  private static String setting(OpenTransaction transaction, String name) {
    return String.valueOf(
        transaction.jdbc.queryForObject("SELECT current_setting(?)", String.class, name));
  }

  private static boolean isAlive(OpenTransaction transaction) {
    try {
      return transaction.connection().isValid(2);
    } catch (SQLException e) {
      return false;
    }
  }

  private static String state(OpenTransaction transaction) {
    try {
      return stateOf(transaction.connection().unwrap(PGConnection.class).getBackendPID());
    } catch (SQLException e) {
      return "gone";
    }
  }

  private static String stateOf(int pid) {
    return fixture
        .jdbc
        .sql("SELECT state FROM pg_stat_activity WHERE pid = ?")
        .param(pid)
        .query(String.class)
        .optional()
        .orElse("gone");
  }
}
