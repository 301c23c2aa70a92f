package io.runledger.guard;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Gives each connection a limit for how long the server may be silent. */
final class ImpatientDataSource extends DelegatingDataSource {

  private final Duration patience;

  ImpatientDataSource(DataSource target, Duration patience) {
    super(target);
    this.patience = patience;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return bounded(super.getConnection());
  }

  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    return bounded(super.getConnection(username, password));
  }

  private Connection bounded(Connection connection) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, (int) patience.toMillis());
    return connection;
  }
}
