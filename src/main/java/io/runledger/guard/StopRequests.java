package io.runledger.guard;

import io.runledger.run.RunKey;
import java.sql.Types;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What people ask running attempts: to stop. A request stands beside the run and names the attempt
 * it was meant for, so that no later run is stopped by it; an attempt that takes over unasked
 * inherits it, in the claim's statement.
 *
 * <p>The owner reads it and stops in its own memory. Spring Batch's stop from another pod is racy
 * and can end UNKNOWN.
 */
public final class StopRequests {

  /**
   * A request that its owner has not seen yet.
   *
   * @param attempt who shall stop
   * @param words who asks, and why, as it will stand with the run
   */
  record Pending(UUID attempt, String words) {}

  private final JdbcClient control;

  /**
   * @param control connections that the application's own work cannot take away
   */
  public StopRequests(DataSource control) {
    this.control = JdbcClient.create(control);
  }

  /**
   * Asks the run's attempt to stop, whoever has it. A run that the shutdown of a pod stopped, and
   * that another would resume, is stopped by the person from now on.
   *
   * @return whether there was such a run; nothing was written if not
   */
  public boolean ask(RunKey key, String actor, @Nullable String reason) {
    return control
            .sql(
                """
                UPDATE runledger.batch_run
                   SET stop_attempt = attempt_id, stop_actor = :actor, stop_reason = :reason,
                       stopped_by_person = (status = 'STOPPED'),
                       message = CASE status WHEN 'STOPPED' THEN :words ELSE message END
                 WHERE job_name = :job AND batch_date = :date AND part = :part
                   AND (status = 'RUNNING' OR (status = 'STOPPED' AND NOT stopped_by_person))
                """)
            .param("actor", actor)
            .param("reason", reason, Types.VARCHAR)
            .param("words", words(actor, reason))
            .param("job", key.job())
            .param("date", key.batchDate())
            .param("part", key.part())
            .update()
        == 1;
  }

  /** Which of these attempts shall stop. */
  List<Pending> pending(Collection<UUID> attempts) {
    return control
        .sql(
            """
            SELECT attempt_id, stop_actor, stop_reason FROM runledger.batch_run
             WHERE status = 'RUNNING' AND stop_attempt = attempt_id AND attempt_id = ANY (:attempts)
            """)
        .param("attempts", attempts.toArray(UUID[]::new))
        .query(
            (rs, row) ->
                new Pending(
                    rs.getObject("attempt_id", UUID.class),
                    words(rs.getString("stop_actor"), rs.getString("stop_reason"))))
        .list();
  }

  /** As it stands with a run that was stopped. */
  static String words(String actor, @Nullable String reason) {
    return "stopped by " + actor + (reason == null ? "" : ": " + reason);
  }
}
