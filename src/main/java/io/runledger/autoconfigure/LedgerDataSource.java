package io.runledger.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Where the ledger is: the {@code @BatchDataSource}, else the primary data source; with the
 * transaction manager that works on it.
 */
record LedgerDataSource(DataSource dataSource, PlatformTransactionManager transactions) {

  /** The pool that the data source is, or is wrapped around. */
  Optional<HikariDataSource> pool() {
    try {
      return dataSource.isWrapperFor(HikariDataSource.class)
          ? Optional.of(dataSource.unwrap(HikariDataSource.class))
          : Optional.empty();
    } catch (SQLException e) {
      throw new IllegalStateException("The ledger's data source cannot be unwrapped.", e);
    }
  }
}
