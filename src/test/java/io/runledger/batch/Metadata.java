package io.runledger.batch;

import io.runledger.test.Database;
import java.util.List;
import java.util.UUID;

/** Spring Batch's own tables, as they stand. */
final class Metadata {

  private final Database database;

  Metadata(Database database) {
    this.database = database;
  }

  /** Every column of every row that belongs to the attempt's executions. */
  List<String> ofAttempt(UUID attempt) {
    return database
        .jdbc()
        .sql(
            """
            WITH mine AS (
              SELECT job_execution_id AS id FROM runledger.batch_job_execution_params
               WHERE parameter_name = 'runledger.attempt' AND parameter_value = :attempt
            ), steps AS (
              SELECT * FROM runledger.batch_step_execution
               WHERE job_execution_id IN (SELECT id FROM mine)
            )
            SELECT 'job ' || to_jsonb(j)::text
              FROM runledger.batch_job_execution j
             WHERE job_execution_id IN (SELECT id FROM mine)
            UNION ALL
            SELECT 'job context ' || to_jsonb(c)::text
              FROM runledger.batch_job_execution_context c
             WHERE job_execution_id IN (SELECT id FROM mine)
            UNION ALL
            SELECT 'step ' || to_jsonb(s)::text FROM steps s
            UNION ALL
            SELECT 'step context ' || to_jsonb(c)::text
              FROM runledger.batch_step_execution_context c
             WHERE step_execution_id IN (SELECT step_execution_id FROM steps)
             ORDER BY 1
            """)
        .param("attempt", attempt.toString())
        .query(String.class)
        .list();
  }
}
