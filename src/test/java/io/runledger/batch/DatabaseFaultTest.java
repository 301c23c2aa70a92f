package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.UncategorizedSQLException;

class DatabaseFaultTest {

  @Test
  void a_connection_that_the_pool_took_away_because_it_broke_is_a_database_that_was_away()
      throws SQLException {
    Database database = PostgresServer.shared().newDatabase();
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setDataSource(database.dataSource());
      SQLException second = secondErrorAfterABreak(pool, database);

      assertThat(DatabaseFault.isIn(List.of(new UncategorizedSQLException("work", null, second))))
          .as(second.toString())
          .isTrue();
    }
  }

  @Test
  void an_error_of_the_job_is_no_fault_of_the_database() {
    assertThat(DatabaseFault.isIn(new SQLException("column \"x\" does not exist", "42703")))
        .isFalse();
    assertThat(DatabaseFault.isIn(new SQLException("out of luck"))).isFalse();
  }

  private static SQLException secondErrorAfterABreak(HikariDataSource pool, Database database)
      throws SQLException {
    try (Connection connection = pool.getConnection()) {
      database
          .jdbc()
          .sql(
              """
              SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()
              """)
          .query(Boolean.class)
          .list();
      SQLException first = error(connection);
      assertThat(DatabaseFault.isIn(first)).isTrue();
      return error(connection);
    }
  }

  private static SQLException error(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
    } catch (SQLException e) {
      return e;
    }
    throw new AssertionError("a broken connection answered");
  }
}
