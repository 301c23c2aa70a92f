package io.runledger.guard;

import io.runledger.run.Attempt;
import io.runledger.run.AttemptStatus;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Every try at a run, written in the transaction of the claim or the finish that it belongs to. */
final class AttemptLog {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JdbcClient jdbc;

  AttemptLog(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Records the new attempt; those of the run that never ended are LOST from now on. */
  void begin(Attempt attempt, RunRequest request) {
    RunKey key = attempt.key();
    jdbc.sql(
            """
            UPDATE runledger.batch_attempt
               SET status = 'LOST', ended_at = clock_timestamp(),
                   message = 'superseded by attempt ' || :number || ' under fence ' || :fence
             WHERE job_name = :job AND batch_date = :date AND part = :part AND status = 'RUNNING'
            """)
        .param("number", attempt.number())
        .param("fence", attempt.fence())
        .param("job", key.job())
        .param("date", key.batchDate())
        .param("part", key.part())
        .update();
    jdbc.sql(
            """
            INSERT INTO runledger.batch_attempt (attempt_id, job_name, batch_date, part, number,
                   generation, fence, pod, cause, actor, reason, parameters)
            VALUES (:id, :job, :date, :part, :number, :generation, :fence, :pod, :cause, :actor,
                    :reason, :parameters)
            """)
        .param("id", attempt.id())
        .param("job", key.job())
        .param("date", key.batchDate())
        .param("part", key.part())
        .param("number", attempt.number())
        .param("generation", attempt.generation())
        .param("fence", attempt.fence())
        .param("pod", attempt.pod().toString())
        .param("cause", request.cause().kind().name())
        .param("actor", request.cause().actor())
        .param("reason", request.cause().reason())
        .param("parameters", JSON.writeValueAsString(request.parameters()))
        .update();
  }

  /** What a person added to the request that this attempt is for. */
  Map<String, String> parameters(UUID attempt) {
    return jdbc.sql("SELECT parameters FROM runledger.batch_attempt WHERE attempt_id = :id")
        .param("id", attempt)
        .query(String.class)
        .optional()
        .map(json -> JSON.readValue(json, new TypeReference<Map<String, String>>() {}))
        .orElse(Map.of());
  }

  /**
   * Whether so many attempts in a row before this one that it is in vain to try again were lost,
   * none of them having committed anything that a restart does not do again.
   */
  boolean areLostInVain(Attempt attempt) {
    return jdbc.sql(
            """
            SELECT count(*) FILTER (WHERE status = 'LOST' AND progressed_at IS NULL) = :most
              FROM (SELECT status, progressed_at FROM runledger.batch_attempt
                     WHERE job_name = :job AND batch_date = :date AND part = :part
                       AND generation = :generation AND number < :number
                     ORDER BY number DESC LIMIT :most) AS last
            """)
        .param("most", AttemptEnd.LOST_IN_VAIN)
        .param("job", attempt.key().job())
        .param("date", attempt.key().batchDate())
        .param("part", attempt.key().part())
        .param("generation", attempt.generation())
        .param("number", attempt.number())
        .query(Boolean.class)
        .single();
  }

  void end(Attempt attempt, AttemptEnd end) {
    jdbc.sql(
            """
            UPDATE runledger.batch_attempt
               SET status = :status, ended_at = clock_timestamp(), message = :message
             WHERE attempt_id = :id AND status = 'RUNNING'
            """)
        .param("status", end.status().name())
        .param("message", end.message())
        .param("id", attempt.id())
        .update();
  }

  /** How the attempt has ended by its own word; empty if it has not, or was superseded. */
  Optional<AttemptEnd> endOf(Attempt attempt) {
    return jdbc.sql(
            """
            SELECT a.status, a.message, coalesce(r.stopped_by_person, false) AS by_person
              FROM runledger.batch_attempt a
              LEFT JOIN runledger.batch_run r
                ON r.job_name = a.job_name AND r.batch_date = a.batch_date AND r.part = a.part
               AND r.attempt_id = a.attempt_id
             WHERE a.attempt_id = :id AND a.status IN ('COMPLETED', 'FAILED', 'STOPPED')
            """)
        .param("id", attempt.id())
        .query(
            (rs, row) ->
                new AttemptEnd(
                    AttemptStatus.valueOf(rs.getString("status")),
                    rs.getBoolean("by_person"),
                    rs.getString("message")))
        .optional();
  }
}
