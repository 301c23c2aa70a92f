package io.runledger.batch;

import io.runledger.guard.AttemptFields;
import io.runledger.guard.Fence;
import io.runledger.guard.LiveAttempt;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes what earlier attempts left of a job instance restartable. It comes after the claim and runs
 * under the new fence, in one transaction: before the fence has moved, the old owner may be alive.
 */
public final class Takeover {

  private static final Logger log = LoggerFactory.getLogger(Takeover.class);
  private static final String LEFT = "left open by an attempt that is gone";

  private final JobRepository repository;
  private final Fence fence;
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final String prefix;

  public Takeover(
      JobRepository repository,
      Fence fence,
      DataSource ledger,
      PlatformTransactionManager transactions,
      String tablePrefix) {
    this.repository = repository;
    this.fence = fence;
    this.jdbc = JdbcClient.create(ledger);
    this.transaction = new TransactionTemplate(transactions);
    this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    this.prefix = tablePrefix;
  }

  /**
   * Cleans up.
   *
   * @return whether Spring Batch has the instance as COMPLETED: then an attempt died between that
   *     and the ledger's COMPLETED, and there is nothing left to run
   */
  boolean isCompleteAfterCleaning(LiveAttempt live, JobParameters parameters) {
    JobInstance instance = repository.getJobInstance(live.attempt().key().job(), parameters);
    if (instance == null) {
      return false;
    }
    long id = instance.getInstanceId();
    return Boolean.TRUE.equals(
        transaction.execute(
            status -> {
              fence.require(live);
              if (isComplete(id)) {
                return true;
              }
              clean(live, id);
              return false;
            }));
  }

  private boolean isComplete(long instance) {
    return jdbc.sql(
            sql(
                """
                SELECT EXISTS (SELECT 1 FROM %1$sJOB_EXECUTION
                                WHERE job_instance_id = :instance AND status = 'COMPLETED')
                """))
        .param("instance", instance)
        .query(Boolean.class)
        .single();
  }

  private void clean(LiveAttempt live, long instance) {
    int empty = deleteStepsThatNeverStarted(instance);
    int steps = closeSteps(instance);
    int executions = closeExecutions(instance);
    int hollow = deleteInstanceWithoutExecution(instance);
    if (empty + steps + executions + hollow > 0) {
      AttemptFields.on(log.atInfo(), live.attempt())
          .log(
              "{}: cleaned up after an attempt that is gone: closed {} job and {} step execution(s),"
                  + " deleted {} step(s) that never started.",
              live.attempt().key(),
              executions,
              steps,
              empty);
    }
  }

  /**
   * A partition's row is created before its range is written. Without the range it would read
   * nothing, and complete.
   */
  private int deleteStepsThatNeverStarted(long instance) {
    jdbc.sql(
            sql(
                """
                DELETE FROM %1$sSTEP_EXECUTION_CONTEXT
                 WHERE step_execution_id IN (
                       SELECT s.step_execution_id FROM %1$sSTEP_EXECUTION s
                         JOIN %1$sJOB_EXECUTION j ON j.job_execution_id = s.job_execution_id
                        WHERE j.job_instance_id = :instance AND s.start_time IS NULL)
                """))
        .param("instance", instance)
        .update();
    return jdbc.sql(
            sql(
                """
                DELETE FROM %1$sSTEP_EXECUTION s USING %1$sJOB_EXECUTION j
                 WHERE j.job_execution_id = s.job_execution_id
                   AND j.job_instance_id = :instance AND s.start_time IS NULL
                """))
        .param("instance", instance)
        .update();
  }

  /** Times in UTC, from the database: pods' clocks and time zones differ. */
  private int closeSteps(long instance) {
    return jdbc.sql(
            sql(
                """
                UPDATE %1$sSTEP_EXECUTION s
                   SET status = 'FAILED', exit_code = 'FAILED', exit_message = :left,
                       end_time = coalesce(s.end_time, clock_timestamp() AT TIME ZONE 'UTC'),
                       last_updated = clock_timestamp() AT TIME ZONE 'UTC',
                       version = s.version + 1
                  FROM %1$sJOB_EXECUTION j
                 WHERE j.job_execution_id = s.job_execution_id AND j.job_instance_id = :instance
                   AND s.status IN ('STARTING', 'STARTED', 'STOPPING', 'UNKNOWN')
                """))
        .param("left", LEFT)
        .param("instance", instance)
        .update();
  }

  private int closeExecutions(long instance) {
    return jdbc.sql(
            sql(
                """
                UPDATE %1$sJOB_EXECUTION
                   SET status = 'FAILED', exit_code = 'FAILED', exit_message = :left,
                       end_time = coalesce(end_time, clock_timestamp() AT TIME ZONE 'UTC'),
                       last_updated = clock_timestamp() AT TIME ZONE 'UTC',
                       version = version + 1
                 WHERE job_instance_id = :instance
                   AND status IN ('STARTING', 'STARTED', 'STOPPING', 'UNKNOWN')
                """))
        .param("left", LEFT)
        .param("instance", instance)
        .update();
  }

  /** Killed between the two creates; such an instance refuses every start. */
  private int deleteInstanceWithoutExecution(long instance) {
    return jdbc.sql(
            sql(
                """
                DELETE FROM %1$sJOB_INSTANCE i
                 WHERE i.job_instance_id = :instance AND NOT EXISTS (
                       SELECT 1 FROM %1$sJOB_EXECUTION j
                        WHERE j.job_instance_id = i.job_instance_id)
                """))
        .param("instance", instance)
        .update();
  }

  private String sql(String statement) {
    return statement.formatted(prefix);
  }
}
