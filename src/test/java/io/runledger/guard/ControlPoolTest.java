package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.zaxxer.hikari.HikariDataSource;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import io.runledger.test.TcpProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

class ControlPoolTest {

  private final Database database = PostgresServer.shared().newDatabase();
  private final HikariDataSource jobs = new HikariDataSource();

  @AfterEach
  void close() {
    jobs.close();
  }

  @Test
  void jobs_that_use_up_their_pool_do_not_take_the_guards_connections() throws SQLException {
    configureByUrl();
    jobs.setMaximumPoolSize(2);
    try (BusyPool busy = BusyPool.take(jobs);
        ControlPool pool = ControlPool.beside(jobs, 1)) {
      assertThat(applicationName(pool.control())).isEqualTo("runledger-control");
      assertThat(applicationName(pool.renewal())).isEqualTo("runledger-renewal");
      busy.free();
    }
  }

  @Test
  void work_that_uses_up_the_control_connections_does_not_take_the_one_that_renews()
      throws SQLException {
    configureByUrl();
    try (ControlPool pool = ControlPool.beside(jobs, 1);
        Connection taken = pool.control().getConnection()) {
      assertThat(taken.isValid(1)).isTrue();
      assertThat(applicationName(pool.renewal())).isEqualTo("runledger-renewal");
    }
  }

  @Test
  void a_hikari_pool_around_another_data_source_has_the_guards_connections_beside_it() {
    jobs.setDataSource(database.dataSource());
    try (ControlPool pool = ControlPool.beside(jobs, 1)) {
      assertThat(pool.control()).isNotSameAs(jobs).isNotSameAs(pool.renewal());
      assertThat(new JdbcTemplate(pool.control()).queryForObject("SELECT 1", Integer.class))
          .isEqualTo(1);
    }
  }

  @Test
  void what_the_application_says_on_each_new_connection_the_guard_says_too() {
    configureByUrl();
    jobs.setConnectionInitSql("SET work_mem = '7MB'");
    jobs.setSchema("pg_catalog");
    try (ControlPool pool = ControlPool.beside(jobs, 1)) {
      JdbcTemplate control = new JdbcTemplate(pool.control());
      assertThat(control.queryForObject("SHOW work_mem", String.class)).isEqualTo("7MB");
      assertThat(control.queryForObject("SELECT current_schema()", String.class))
          .isEqualTo("pg_catalog");
    }
  }

  @Test
  void a_data_source_that_is_no_hikari_pool_is_shared_and_warned_of() {
    try (Warnings warnings = Warnings.of(ControlPool.class);
        ControlPool pool = ControlPool.beside(database.dataSource(), 3)) {
      assertThat(pool.control()).isSameAs(pool.renewal());
      assertThat(warnings.lines()).singleElement().asString().contains("no Hikari pool");
    }
  }

  @Test
  @DisplayName("RC-34 a silent server is given up within 30 s, whatever limits the jobs' URL sets")
  void a_silent_server_is_given_up_in_time() throws SQLException {
    try (TcpProxy network = TcpProxy.to(database.port())) {
      jobs.setJdbcUrl(
          database.via(network.port()).jdbcUrl()
              + "?socketTimeout=0&tcpKeepAlive=false&loglevel=0");
      jobs.setUsername(database.user());
      jobs.setPassword(database.password());
      try (ControlPool pool = ControlPool.beside(jobs, 1);
          Connection open = pool.control().getConnection()) {
        assertThat(open.isValid(1)).isTrue();
        network.blackhole();
        try {
          assertGivenUp(
              () -> query(open),
              () -> {
                try (Connection fresh = pool.renewal().getConnection()) {
                  query(fresh);
                }
              });
        } finally {
          network.cut();
        }
      }
    }
  }

  @Test
  void a_silent_server_behind_another_data_source_is_given_up_in_time() throws SQLException {
    try (TcpProxy network = TcpProxy.to(database.port())) {
      jobs.setDataSource(database.via(network.port()).dataSource());
      try (ControlPool pool = ControlPool.beside(jobs, 1);
          Connection open = pool.control().getConnection()) {
        assertThat(open.isValid(1)).isTrue();
        network.blackhole();
        try {
          assertGivenUp(() -> query(open));
        } finally {
          network.cut();
        }
      }
    }
  }

  @Test
  @DisplayName("RC-34 a connection to a server that has become read-only is not kept")
  void a_read_only_connection_is_not_kept() {
    configureByUrl();
    JdbcTemplate owner = database.template();
    owner.execute("CREATE TABLE written (id int)");
    try (ControlPool pool = ControlPool.beside(jobs, 1)) {
      JdbcTemplate control = new JdbcTemplate(pool.control());
      control.execute("SET default_transaction_read_only = on");

      assertThatThrownBy(() -> control.update("INSERT INTO written VALUES (1)"))
          .hasStackTraceContaining("read-only transaction");
      assertThat(control.update("INSERT INTO written VALUES (2)")).isEqualTo(1);
    }
  }

  private static void query(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
    }
  }

  /** All are asked at once, for each takes its time. */
  private static void assertGivenUp(ThrowingCallable... askings) {
    Stream.of(askings)
        .map(asking -> CompletableFuture.runAsync(() -> assertGivenUp(asking)))
        .toList()
        .forEach(CompletableFuture::join);
  }

  private static void assertGivenUp(ThrowingCallable asking) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          assertThatThrownBy(asking).isInstanceOf(SQLException.class);
        });
  }

  @Test
  void a_pool_without_a_connection_is_refused() {
    assertThatThrownBy(() -> ControlPool.beside(jobs, 0))
        .hasMessageContaining("runledger.control-pool-size is 0");
  }

  private void configureByUrl() {
    jobs.setJdbcUrl(database.jdbcUrl());
    jobs.setUsername(database.user());
    jobs.setPassword(database.password());
  }

  private static String applicationName(DataSource dataSource) {
    return String.valueOf(
        new JdbcTemplate(dataSource).queryForObject("SHOW application_name", String.class));
  }
}
