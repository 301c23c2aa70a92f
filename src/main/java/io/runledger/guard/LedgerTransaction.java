package io.runledger.guard;

import java.util.Collection;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The transaction of every write to the ledger: READ COMMITTED, under the exclusive advisory locks
 * of the lock names that it is about, and bounded.
 */
final class LedgerTransaction {

  private final JdbcTemplate jdbc;
  private final TransactionTemplate transaction;

  LedgerTransaction(DataSource control) {
    this.jdbc = new JdbcTemplate(control);
    this.transaction = new TransactionTemplate(new JdbcTransactionManager(control));
    this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
  }

  /** What throws, is rolled back. */
  <T> T under(Collection<String> lockNames, Supplier<T> work) {
    T result =
        transaction.execute(
            status -> {
              bound();
              AdvisoryLocks.exclusive(jdbc, lockNames);
              return work.get();
            });
    return Objects.requireNonNull(result);
  }

  /**
   * Bounds the transaction: a frozen claimer must not block the rest, and the wait for a lock is
   * longer than the server takes to find a deadlock.
   */
  private void bound() {
    jdbc.query(
        """
        SELECT set_config('lock_timeout', greatest(2000 * extract(epoch FROM
                   current_setting('deadlock_timeout')::interval), 3000)::bigint::text, true),
               set_config('idle_in_transaction_session_timeout', '10000', true)
        """,
        rs -> {});
  }
}
