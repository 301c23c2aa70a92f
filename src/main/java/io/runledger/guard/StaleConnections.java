package io.runledger.guard;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections to a server that has become read-only. After a failover they still answer, and a pool
 * would hand them out for as long as they live: HikariCP#1802. New ones find the new primary.
 */
final class StaleConnections {

  private static final Logger log = LoggerFactory.getLogger(StaleConnections.class);

  /** {@code read_only_sql_transaction}. */
  private static final String READ_ONLY = "25006";

  private final DataSource jobs;
  private final AtomicBoolean readOnly = new AtomicBoolean();

  /**
   * @param jobs the pool that guarded steps work on
   */
  StaleConnections(DataSource jobs) {
    this.jobs = jobs;
  }

  /** For a pool of the guard's own: a refused write is the connection's last statement. */
  static SQLExceptionOverride eviction() {
    return new SQLExceptionOverride() {
      @java.lang.Override
      public Override adjudicate(SQLException failure) {
        return READ_ONLY.equals(failure.getSQLState())
            ? Override.MUST_EVICT
            : Override.CONTINUE_EVICT;
      }
    };
  }

  /** What a guarded transaction's session says of its server. An outage is two lines. */
  void met(boolean isReadOnly) {
    if (!isReadOnly) {
      if (readOnly.getAndSet(false)) {
        log.info("The server that the jobs' connections lead to takes writes again.");
      }
      return;
    }
    if (!readOnly.getAndSet(true)) {
      log.warn(
          "A connection of the jobs' pool leads to a server that is read-only, so a guarded step can"
              + " commit nothing; the pool's connections are replaced by new ones. After a failover"
              + " those have to lead to the new primary: name all servers in the URL, with"
              + " targetServerType=primary.");
    }
    evict();
  }

  private void evict() {
    HikariDataSource pool = hikari(jobs);
    HikariPoolMXBean control = pool == null ? null : pool.getHikariPoolMXBean();
    if (control != null) {
      control.softEvictConnections();
    }
  }

  /** The pool that the data source is, or is wrapped around; null if there is none. */
  static @Nullable HikariDataSource hikari(DataSource dataSource) {
    try {
      return dataSource.isWrapperFor(HikariDataSource.class)
          ? dataSource.unwrap(HikariDataSource.class)
          : null;
    } catch (SQLException e) {
      throw new IllegalStateException("The ledger's data source cannot be unwrapped.", e);
    }
  }
}
