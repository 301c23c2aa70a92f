package io.runledger.guard;

import io.runledger.run.Attempt;
import io.runledger.run.RunKey;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Ends the sessions that superseded attempts left in the middle of a transaction. A frozen pod's
 * session may be active, in the middle of a COPY say, where no timeout frees its locks and its
 * uncommitted unique keys.
 *
 * <p>Not only those of the attempt before: that one may have died before it came to this, and jobs
 * or dates that share a lock name write the same data. All of them are refused by the fence
 * already; here they are only kept from standing in the way.
 */
final class TaggedSessions {

  /** For all of them together: well below the time after which a silent server is given up. */
  private static final Duration WAIT = Duration.ofSeconds(5);

  private final JdbcClient control;

  TaggedSessions(DataSource control) {
    this.control = JdbcClient.create(control);
  }

  /**
   * Ends the sessions of all earlier attempts at the successor's run, or at one that was last
   * claimed under its lock name. When this returns they are gone, or have been waited for.
   *
   * @return whose they were, one entry for each session
   */
  List<UUID> endBefore(Attempt successor, String lockName) {
    List<UUID> told = terminate(successor, lockName, Duration.ZERO);
    if (!told.isEmpty()) {
      // Told again, which changes nothing, since this is how the server lets us wait for them.
      terminate(successor, lockName, WAIT.dividedBy(told.size()));
    }
    return told;
  }

  private List<UUID> terminate(Attempt successor, String lockName, Duration wait) {
    RunKey key = successor.key();
    return control
        .sql(
            """
            SELECT a.attempt_id, pg_terminate_backend(s.pid, :wait)
              FROM pg_stat_activity s
              JOIN runledger.batch_attempt a
                ON a.attempt_id = substring(s.application_name FROM :tag)::uuid
              JOIN runledger.batch_run r
                ON r.job_name = a.job_name AND r.batch_date = a.batch_date AND r.part = a.part
             WHERE a.fence < :fence
               AND (r.lock_name = :lock
                    OR (r.job_name = :job AND r.batch_date = :date AND r.part = :part))
               AND s.datname = current_database() AND s.pid <> pg_backend_pid()
            """)
        .param("wait", wait.toMillis())
        .param("tag", SessionTag.ATTEMPT)
        .param("fence", successor.fence())
        .param("lock", lockName)
        .param("job", key.job())
        .param("date", key.batchDate())
        .param("part", key.part())
        .query((rs, row) -> rs.getObject("attempt_id", UUID.class))
        .list();
  }
}
