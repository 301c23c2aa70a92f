package io.runledger.batch;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.jdbc.core.JdbcTemplate;

/** Which execution of a step a restart goes on from: the one with the highest id that did work. */
final class LastStep {

  private final JdbcTemplate jdbc;
  private final String sql;

  LastStep(DataSource ledger, String tablePrefix) {
    this.jdbc = new JdbcTemplate(ledger);
    this.sql =
        """
        SELECT s.step_execution_id
          FROM %1$sSTEP_EXECUTION s
          JOIN %1$sJOB_EXECUTION j ON j.job_execution_id = s.job_execution_id
         WHERE j.job_instance_id = ? AND s.step_name = ? AND s.start_time IS NOT NULL
         ORDER BY s.step_execution_id DESC
         LIMIT 1
        """
            .formatted(tablePrefix);
  }

  /** At most one id. */
  List<Long> idOf(JobInstance instance, String stepName) {
    return jdbc.queryForList(sql, Long.class, instance.getInstanceId(), stepName);
  }
}
