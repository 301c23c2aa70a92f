package io.runledger.simulation;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The server's processes, as an administrator sees them. */
final class Backends implements AutoCloseable {

  private final Connection connection;
  private final PreparedStatement waits;
  private final PreparedStatement cancel;

  Backends(DataSource dataSource) throws SQLException {
    connection = dataSource.getConnection();
    waits =
        connection.prepareStatement(
            "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE pid = ? AND NOT granted)");
    cancel = connection.prepareStatement("SELECT pg_cancel_backend(?)");
  }

  synchronized boolean waitsForLock(int backend) {
    return ask(waits, backend);
  }

  synchronized void cancel(int backend) {
    boolean unused = ask(cancel, backend);
  }

  private static boolean ask(PreparedStatement statement, int backend) {
    try {
      statement.setInt(1, backend);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The server cannot be looked at.", e);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
