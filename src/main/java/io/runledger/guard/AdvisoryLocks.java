package io.runledger.guard;

import java.sql.Connection;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * PostgreSQL's advisory transaction locks on lock names: chunks take them shared, a claim takes
 * them exclusively, so that a claim waits for at most the commit of one chunk. They are fair, where
 * row locks let overlapping chunks starve a takeover, and they write no WAL.
 */
final class AdvisoryLocks {

  private AdvisoryLocks() {}

  /** Held until the current transaction ends. */
  static void shared(JdbcOperations jdbc, String lockName) {
    requireTransaction(jdbc, List.of(lockName));
    jdbc.query(
        "SELECT pg_advisory_xact_lock_shared(hashtextextended('runledger/' || ?, 0))",
        rs -> {},
        lockName);
  }

  /**
   * Held until the current transaction ends; taken in one order, so that two claims cannot
   * deadlock.
   */
  static void exclusive(JdbcOperations jdbc, Collection<String> lockNames) {
    requireTransaction(jdbc, lockNames);
    jdbc.query(
        """
        SELECT pg_advisory_xact_lock(key)
          FROM (SELECT DISTINCT hashtextextended('runledger/' || name, 0) AS key
                  FROM unnest(?) AS name
                 ORDER BY key) AS ordered
        """,
        rs -> {},
        (Object) lockNames.toArray(String[]::new));
  }

  /** In auto-commit the lock would be gone before the next statement, and would guard nothing. */
  private static void requireTransaction(JdbcOperations jdbc, Collection<String> lockNames) {
    Boolean autoCommit = jdbc.execute(Connection::getAutoCommit);
    if (!Boolean.FALSE.equals(autoCommit)) {
      throw new IllegalStateException(
          """
          The lock of %s was asked for outside of a transaction, where it guards nothing, so nothing \
          was checked and nothing may be written. Run the step on a transaction manager of the \
          ledger's data source."""
              .formatted(lockNames));
    }
  }
}
