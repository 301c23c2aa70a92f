package io.runledger.batch;

import java.time.Duration;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Spring Batch's tables, as the purge sees them: job instances with all that hangs on them. */
final class MetadataTables {

  /**
   * A job instance.
   *
   * @param isOld whether it is one of a run that has been COMPLETED for long
   */
  record Instance(long id, boolean isOld) {}

  /** They refer to job executions. */
  private static final List<String> OF_EXECUTIONS =
      List.of("STEP_EXECUTION", "JOB_EXECUTION_CONTEXT", "JOB_EXECUTION_PARAMS");

  private final JdbcClient jdbc;
  private final String prefix;

  MetadataTables(JdbcClient jdbc, String prefix) {
    this.jdbc = jdbc;
    this.prefix = prefix;
  }

  /**
   * The next job instances in the order of their ids. Whose they are is said by the attempts that
   * their executions were begun for; the instances of all generations of a run go with it. A job
   * that is not guarded may have been handed an attempt's parameters, so the name has to be right,
   * too: the run's job, or one that was renamed.
   *
   * @param after the id before the first one
   * @param most how many
   * @param keep how long ago the run has to have ended for one to be old
   */
  List<Instance> instances(long after, int most, Duration keep) {
    return jdbc.sql(
            """
            WITH page AS MATERIALIZED (
                   SELECT job_instance_id, job_name FROM %1$sJOB_INSTANCE
                    WHERE job_instance_id > :after ORDER BY job_instance_id LIMIT :most)
            SELECT i.job_instance_id, bool_or(r.job_name IS NOT NULL) AS is_old
              FROM page i
              LEFT JOIN (%1$sJOB_EXECUTION e
                    JOIN %1$sJOB_EXECUTION_PARAMS p
                      ON p.job_execution_id = e.job_execution_id AND p.parameter_name = :attempt
                    JOIN runledger.batch_attempt a
                      ON a.attempt_id = CASE
                           WHEN p.parameter_value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                           THEN p.parameter_value::uuid END
                    JOIN runledger.batch_run r
                      ON r.job_name = a.job_name AND r.batch_date = a.batch_date
                         AND r.part = a.part AND r.status = 'COMPLETED'
                         AND r.ended_at < clock_timestamp() - :keep * interval '1 millisecond')
                ON e.job_instance_id = i.job_instance_id
                   AND (r.job_name = i.job_name OR EXISTS (
                          SELECT 1 FROM runledger.batch_job f
                           WHERE f.job_name = i.job_name AND f.renamed_to IS NOT NULL))
             GROUP BY i.job_instance_id ORDER BY i.job_instance_id
            """
                .formatted(prefix))
        .param("after", after)
        .param("most", most)
        .param("attempt", RunParameters.ATTEMPT)
        .param("keep", keep.toMillis())
        .query((rs, row) -> new Instance(rs.getLong("job_instance_id"), rs.getBoolean("is_old")))
        .list();
  }

  /** Deletes instances with all that hangs on them, what refers to a row before the row. */
  void delete(List<Long> instances) {
    if (instances.isEmpty()) {
      return;
    }
    delete(
        instances,
        """
        DELETE FROM %1$sSTEP_EXECUTION_CONTEXT
         WHERE step_execution_id IN (
               SELECT s.step_execution_id FROM %1$sSTEP_EXECUTION s
                 JOIN %1$sJOB_EXECUTION e ON e.job_execution_id = s.job_execution_id
                WHERE e.job_instance_id = ANY (:instances))
        """
            .formatted(prefix));
    for (String table : OF_EXECUTIONS) {
      delete(
          instances,
          """
          DELETE FROM %1$s%2$s x USING %1$sJOB_EXECUTION e
           WHERE x.job_execution_id = e.job_execution_id AND e.job_instance_id = ANY (:instances)
          """
              .formatted(prefix, table));
    }
    for (String table : List.of("JOB_EXECUTION", "JOB_INSTANCE")) {
      delete(
          instances,
          "DELETE FROM %s%s WHERE job_instance_id = ANY (:instances)".formatted(prefix, table));
    }
  }

  private void delete(List<Long> instances, String statement) {
    int unused = jdbc.sql(statement).param("instances", instances.toArray(Long[]::new)).update();
  }
}
