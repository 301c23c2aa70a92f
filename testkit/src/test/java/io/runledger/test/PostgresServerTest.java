package io.runledger.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class PostgresServerTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static PostgresServer server;

  @BeforeAll
  static void start() {
    server = PostgresServer.start();
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void the_shared_server_is_one_postgresql_18_and_each_database_is_empty_and_its_own() {
    Database one = PostgresServer.shared().newDatabase();
    Database two = PostgresServer.shared().newDatabase();
    one.jdbc().sql("CREATE TABLE t (i int)").update();

    assertThat(one.port()).isEqualTo(two.port());
    assertThat(tables(one)).isEqualTo(1);
    assertThat(tables(two)).isZero();
    assertThat(one.jdbc().sql("SHOW server_version").query(String.class).single())
        .startsWith("18.");
    assertThat(one.jdbc().sql("SHOW max_connections").query(Integer.class).single()).isEqualTo(300);
  }

  @Test
  void the_shared_server_refuses_to_be_stopped_under_the_feet_of_other_tests() {
    assertThatThrownBy(() -> PostgresServer.shared().stop())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("PostgresServer.start()");
  }

  @Test
  void a_restart_keeps_port_and_data() {
    Database database = databaseWithOneRow();

    server.stop();
    assertThatThrownBy(() -> connect(database)).hasMessageContaining("refused");
    server.restart();

    assertThat(rows(database)).isEqualTo(1);
  }

  @Test
  void an_acknowledged_commit_survives_a_crash() {
    Database database = databaseWithOneRow();

    server.kill();
    assertThatThrownBy(() -> connect(database)).hasMessageContaining("refused");
    server.restart();

    assertThat(rows(database)).isEqualTo(1);
  }

  @Test
  void a_server_that_crashes_while_sessions_begin_is_restarted() {
    Database database = databaseWithOneRow();
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> clients =
        IntStream.range(0, 8)
            .mapToObj(
                i ->
                    new Thread(
                        () -> {
                          while (!over.get()) {
                            try {
                              connect(database).close();
                            } catch (SQLException away) {
                              Thread.onSpinWait();
                            }
                          }
                        }))
            .toList();
    clients.forEach(Thread::start);
    try {
      for (int i = 0; i < 5; i++) {
        server.kill();
        server.restart();
      }
    } finally {
      over.set(true);
    }
    assertThat(rows(database)).isEqualTo(1);
  }

  @Test
  void a_hung_server_answers_neither_open_nor_new_sessions_until_it_is_resumed()
      throws SQLException {
    Database database = databaseWithOneRow();
    try (Connection open = connect(database)) {
      server.hang();
      assertThat(open.isValid(1)).isFalse();
      assertThatThrownBy(() -> connect(database)).hasStackTraceContaining("timed out");
      server.resume();
    }
    assertThat(rows(database)).isEqualTo(1);
  }

  @Test
  void a_hung_server_can_be_closed() {
    PostgresServer other = PostgresServer.start();
    Database database = other.newDatabase();
    other.hang();
    other.close();

    assertThatThrownBy(() -> connect(database)).hasMessageContaining("refused");
  }

  @Test
  void a_promoted_replica_has_what_reached_it_and_not_what_its_primary_wrote_alone() {
    Database database = databaseWithOneRow();
    try (TcpProxy link = TcpProxy.to(server.port());
        PostgresServer replica = server.replica("replica", link.port())) {
      Database copy = database.via(replica.port());
      database.jdbc().sql("INSERT INTO t VALUES (2)").update();
      await().atMost(LIMIT).until(() -> rows(copy) == 2);
      assertThatThrownBy(() -> copy.jdbc().sql("INSERT INTO t VALUES (3)").update())
          .hasMessageContaining("read-only");

      link.blackhole();
      database.jdbc().sql("INSERT INTO t VALUES (4)").update();
      replica.promote();
      copy.jdbc().sql("INSERT INTO t VALUES (5)").update();

      assertThat(numbers(copy)).containsExactly(1, 2, 5);
      assertThat(numbers(database)).containsExactly(1, 2, 4);
    }
  }

  private static List<Integer> numbers(Database database) {
    return database.jdbc().sql("SELECT i FROM t ORDER BY i").query(Integer.class).list();
  }

  private static Database databaseWithOneRow() {
    Database database = server.newDatabase();
    database.jdbc().sql("CREATE TABLE t AS SELECT 1 AS i").update();
    return database;
  }

  private static int rows(Database database) {
    return database.jdbc().sql("SELECT count(*) FROM t").query(Integer.class).single();
  }

  private static int tables(Database database) {
    return database
        .jdbc()
        .sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        .query(Integer.class)
        .single();
  }

  private static Connection connect(Database database) throws SQLException {
    PGSimpleDataSource impatient = (PGSimpleDataSource) database.dataSource();
    impatient.setSocketTimeout(1);
    return impatient.getConnection();
  }
}
