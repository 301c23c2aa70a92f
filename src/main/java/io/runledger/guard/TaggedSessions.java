package io.runledger.guard;

import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Ends the sessions that a superseded attempt left in the middle of a transaction. A frozen pod's
 * session may be active, in the middle of a COPY say, where no timeout frees its locks and its
 * uncommitted unique keys.
 */
final class TaggedSessions {

  /** For all of them together: well below the time after which a silent server is given up. */
  private static final Duration WAIT = Duration.ofSeconds(5);

  private final JdbcClient control;

  TaggedSessions(DataSource control) {
    this.control = JdbcClient.create(control);
  }

  /** How many were told to end; when this returns they are gone, or have been waited for. */
  int end(UUID attempt) {
    int told = terminate(attempt, Duration.ZERO);
    if (told > 0) {
      // Told again, which changes nothing, since this is how the server lets us wait for them.
      terminate(attempt, WAIT.dividedBy(told));
    }
    return told;
  }

  private int terminate(UUID attempt, Duration wait) {
    return control
        .sql(
            """
            SELECT pg_terminate_backend(pid, :wait)
              FROM pg_stat_activity
             WHERE datname = current_database() AND application_name LIKE :tag
               AND pid <> pg_backend_pid()
            """)
        .param("wait", wait.toMillis())
        .param("tag", SessionTag.pattern(attempt))
        .query(Boolean.class)
        .list()
        .size();
  }
}
