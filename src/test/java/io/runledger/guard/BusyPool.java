package io.runledger.guard;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** All connections of a pool, held until it is closed. */
final class BusyPool implements AutoCloseable {

  private final List<Connection> taken = new ArrayList<>();

  private BusyPool(HikariDataSource pool) throws SQLException {
    for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
      taken.add(pool.getConnection());
    }
  }

  static BusyPool take(HikariDataSource pool) throws SQLException {
    return new BusyPool(pool);
  }

  /** Gives them back before the end. */
  void free() throws SQLException {
    for (Connection connection : taken) {
      connection.close();
    }
    taken.clear();
  }

  @Override
  public void close() throws SQLException {
    free();
  }
}
