package io.runledger.simulation;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;

/** A session of the real server. */
final class Session {

  private final Connection connection;
  private final int backend;

  Session(Connection connection) throws SQLException {
    this.connection = connection;
    this.backend = connection.unwrap(PGConnection.class).getBackendPID();
  }

  Connection connection() {
    return connection;
  }

  int backend() {
    return backend;
  }

  /** As new; false if the server has ended it. */
  boolean reset() {
    try {
      if (connection.isClosed()) {
        return false;
      }
      if (!connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      return true;
    } catch (SQLException e) {
      discard();
      return false;
    }
  }

  void discard() {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is gone.
    }
  }
}
