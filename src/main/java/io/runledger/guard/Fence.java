package io.runledger.guard;

import io.runledger.run.Attempt;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The last gate, inside each transaction that writes effects or progress: whoever commits has read,
 * under the shared advisory lock of its lock name, that the run and its lease still are its own. A
 * claim takes that lock exclusively, so it waits for the commit, and after it nothing of the loser
 * commits.
 *
 * <p>Lock and read are two statements under READ COMMITTED: as one, or in an older snapshot, the
 * read would see the fence of before the wait.
 */
public final class Fence {

  private static final Logger log = LoggerFactory.getLogger(Fence.class);

  private final DataSource ledger;
  private final JdbcTemplate jdbc;
  private final GuardEvents events;
  private final StaleConnections stale;

  /**
   * @param ledger the data source of the ledger's database that the guarded transactions work on
   */
  public Fence(DataSource ledger, GuardEvents events) {
    this.ledger = ledger;
    this.jdbc = new JdbcTemplate(ledger);
    this.stale = new StaleConnections(ledger);
    this.events = events;
  }

  /**
   * Marks the current transaction's session as the attempt's, so that a successor can end it, and
   * bounds how long it may sit idle. Both end with the transaction. From here to its end, the
   * connection is closed if the attempt loses its lease.
   */
  public void tag(LiveAttempt live) {
    watch(live);
    jdbc.query(
        """
        SELECT set_config('application_name', ?, true),
               set_config('idle_in_transaction_session_timeout', ?, true),
               current_setting('transaction_read_only')::boolean AS read_only
        """,
        (ResultSet rs) -> stale.met(rs.getBoolean("read_only")),
        SessionTag.of(live.attempt()),
        Long.toString(live.job().chunkIdle().toMillis()));
  }

  private void watch(LiveAttempt live) {
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      return;
    }
    OpenConnections open = live.connections();
    Connection connection = DataSourceUtils.getConnection(ledger);
    try {
      if (open.enter(connection)) {
        TransactionSynchronizationManager.registerSynchronization(
            new TransactionSynchronization() {
              @Override
              public void afterCompletion(int status) {
                open.leave(connection);
              }
            });
      }
    } finally {
      DataSourceUtils.releaseConnection(connection, ledger);
    }
  }

  /**
   * Passes if the attempt may commit; from here to the end of the transaction nobody can claim its
   * lock name.
   *
   * @throws AttemptLostException if it may not; the caller's transaction has to roll back
   */
  public void require(LiveAttempt live) {
    if (live.isLost()) {
      events.tell(listener -> listener.fenceRefused(live.attempt()));
      live.requireAlive();
    }
    tag(live);
    AdvisoryLocks.shared(jdbc, live.lockName());
    Attempt attempt = live.attempt();
    boolean holds =
        !jdbc.queryForList(
                """
                SELECT 1
                  FROM runledger.batch_run r
                  JOIN runledger.batch_lock k ON k.name = r.lock_name AND k.fence = r.fence
                 WHERE r.job_name = ? AND r.batch_date = ? AND r.part = ?
                   AND r.status = 'RUNNING' AND r.fence = ? AND r.attempt_id = ?
                   AND current_setting('transaction_isolation') = 'read committed'
                """,
                Integer.class,
                attempt.key().job(),
                attempt.key().batchDate(),
                attempt.key().part(),
                attempt.fence(),
                attempt.id())
            .isEmpty();
    if (!holds) {
      refuse(live);
    }
  }

  /**
   * Says in the current transaction, the first time, that the attempt commits something that a
   * restart does not do again. To be called last: partitions meet in this one row.
   */
  public void progress(LiveAttempt live) {
    if (live.hasProgressed()) {
      return;
    }
    jdbc.update(
        """
        UPDATE runledger.batch_attempt SET progressed_at = clock_timestamp()
         WHERE attempt_id = ? AND progressed_at IS NULL
        """,
        live.attempt().id());
    if (TransactionSynchronizationManager.isSynchronizationActive()) {
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCommit() {
              live.progressed();
            }
          });
    }
  }

  private void refuse(LiveAttempt live) {
    Attempt attempt = live.attempt();
    String isolation =
        jdbc.queryForObject("SELECT current_setting('transaction_isolation')", String.class);
    if (!"read committed".equals(isolation)) {
      throw new IllegalStateException(
          """
          %s: a step runs under the isolation '%s'; the fence can only be read under READ COMMITTED, \
          so nothing is committed. Remove the isolation from the step's transaction attribute and \
          from the data source."""
              .formatted(attempt.key(), isolation));
    }
    String why = whatSuperseded(attempt);
    events.tell(listener -> listener.fenceRefused(attempt));
    if (live.lose(why)) {
      events.tell(listener -> listener.attemptLost(attempt, why));
      AttemptFields.on(log.atWarn(), attempt)
          .log(
              "{}: attempt {} is lost: {}. Its transaction was rolled back, it stops.",
              attempt.key(),
              attempt.number(),
              why);
    }
    throw new AttemptLostException(attempt, why);
  }

  private String whatSuperseded(Attempt attempt) {
    return jdbc
        .query(
            """
            SELECT r.fence, r.attempt_id, r.attempts, r.pod, r.status, k.fence AS lease_fence
              FROM runledger.batch_run r
              LEFT JOIN runledger.batch_lock k ON k.name = r.lock_name
             WHERE r.job_name = ? AND r.batch_date = ? AND r.part = ?
            """,
            (rs, row) -> whatSuperseded(rs, attempt),
            attempt.key().job(),
            attempt.key().batchDate(),
            attempt.key().part())
        .stream()
        .findFirst()
        .orElse("its row is gone from the ledger");
  }

  private static String whatSuperseded(ResultSet rs, Attempt attempt) throws SQLException {
    if (!attempt.id().equals(rs.getObject("attempt_id", UUID.class))) {
      return "attempt %d on %s took over under fence %d"
          .formatted(rs.getInt("attempts"), rs.getString("pod"), rs.getLong("fence"));
    }
    String status = rs.getString("status");
    return status.equals("RUNNING")
        ? "its lease was granted again under fence %s".formatted(rs.getString("lease_fence"))
        : "its run is %s".formatted(status);
  }
}
