package io.runledger.guard;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** A transaction on a session of its own, that stays open until it is told to end. */
final class OpenTransaction implements AutoCloseable {

  final SingleConnectionDataSource session;
  final JdbcTemplate jdbc;
  private final Connection connection;

  private OpenTransaction(Connection connection) {
    this.connection = connection;
    this.session = new SingleConnectionDataSource(connection, true);
    this.jdbc = new JdbcTemplate(session);
  }

  static OpenTransaction begin(DataSource dataSource) {
    try {
      Connection connection = dataSource.getConnection();
      connection.setAutoCommit(false);
      return new OpenTransaction(connection);
    } catch (SQLException e) {
      throw new IllegalStateException("no session for an open transaction", e);
    }
  }

  Connection connection() {
    return connection;
  }

  void commit() throws SQLException {
    connection.commit();
  }

  /** Rolls back what was not committed. Not an error if the server ended the session. */
  @Override
  public void close() {
    session.destroy();
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("an open transaction could not be closed", e);
    }
  }
}
