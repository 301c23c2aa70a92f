package io.runledger.holes;

import io.runledger.test.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** Holds the advisory lock of a lock name, so that claims under it wait. */
final class AdvisoryHold implements AutoCloseable {

  private final Database database;
  private final Connection session;

  AdvisoryHold(Database database, String lockName) throws SQLException {
    this.database = database;
    session = database.dataSource().getConnection();
    try (PreparedStatement lock =
        session.prepareStatement(
            "SELECT pg_advisory_lock(hashtextextended('runledger/' || ?, 0))")) {
      lock.setString(1, lockName);
      lock.execute();
    }
  }

  void awaitSomebodyWaiting() {
    awaitWaiting(database);
  }

  /** Until a session of the database waits for an advisory lock. */
  static void awaitWaiting(Database database) {
    Awaitility.await("somebody waits for an advisory lock")
        .atMost(1, TimeUnit.MINUTES)
        .pollInterval(10, TimeUnit.MILLISECONDS)
        .until(
            () ->
                database
                    .jdbc()
                    .sql(
                        """
                        SELECT EXISTS (
                               SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                                WHERE l.locktype = 'advisory' AND NOT l.granted
                                  AND d.datname = current_database())
                        """)
                    .query(Boolean.class)
                    .single());
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
