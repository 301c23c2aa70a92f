package io.runledger.batch;

import java.util.Objects;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Hands the runs of a job to the job that it is called now, once. From then on nobody claims a run
 * under the old name: a pod that was not deployed anew yet and still has the old job is refused.
 */
public final class JobRenaming {

  private static final Logger log = LoggerFactory.getLogger(JobRenaming.class);

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final String prefix;

  /**
   * @param control connections that the application's own work cannot take away
   * @param tablePrefix of Spring Batch's tables
   */
  public JobRenaming(DataSource control, String tablePrefix) {
    this.jdbc = JdbcClient.create(control);
    this.transaction = new TransactionTemplate(new JdbcTransactionManager(control));
    this.prefix = tablePrefix;
  }

  /**
   * Hands them over; runs that the new job has by itself already are left under the old name.
   *
   * @return false if a run works under the old name; it is to be tried again when that has ended
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public boolean rename(String from, String to) {
    return Objects.requireNonNull(transaction.execute(status -> renameOnce(from, to)));
  }

  private boolean renameOnce(String from, String to) {
    // Every claim holds the row shared until it is in the ledger.
    boolean isToBeRenamed =
        jdbc.sql(
                """
                SELECT renamed_to IS NULL FROM runledger.batch_job
                 WHERE job_name = :from FOR UPDATE
                """)
            .param("from", from)
            .query(Boolean.class)
            .optional()
            .orElse(false);
    if (!isToBeRenamed) {
      return true;
    }
    if (isAtWork(from)) {
      return false;
    }
    int runs = moveRuns(from, to);
    moveInstances(from, to);
    jdbc.sql(
            """
            UPDATE runledger.batch_job n
               SET since = least(n.since, o.since),
                   held_at = coalesce(n.held_at, o.held_at), held_by = coalesce(n.held_by, o.held_by),
                   held_reason = CASE WHEN n.held_at IS NULL THEN o.held_reason ELSE n.held_reason END,
                   released_at = coalesce(n.released_at, o.released_at)
              FROM runledger.batch_job o
             WHERE n.job_name = :to AND o.job_name = :from
            """)
        .param("to", to)
        .param("from", from)
        .update();
    jdbc.sql("UPDATE runledger.batch_job SET renamed_to = :to WHERE job_name = :from")
        .param("to", to)
        .param("from", from)
        .update();
    log.atInfo()
        .addKeyValue("job", to)
        .log("{}: it was {} formerly, and takes over its {} run(s).", to, from, runs);
    return true;
  }

  private boolean isAtWork(String job) {
    return jdbc.sql(
            """
            SELECT EXISTS (
              SELECT 1 FROM runledger.batch_run r
                JOIN runledger.batch_lock k
                  ON k.name = r.lock_name AND k.fence = r.fence AND k.locked_by = r.attempt_id
               WHERE r.job_name = :job AND r.status = 'RUNNING'
                 AND k.locked_until >= clock_timestamp()
                 AND k.locked_until <= clock_timestamp() + 2 * k.lease)
            """)
        .param("job", job)
        .query(Boolean.class)
        .single();
  }

  /** The attempts go with them, by their foreign key. */
  private int moveRuns(String from, String to) {
    return jdbc.sql(
            """
            UPDATE runledger.batch_run r SET job_name = :to
             WHERE r.job_name = :from AND NOT EXISTS (
                   SELECT 1 FROM runledger.batch_run n
                    WHERE n.job_name = :to AND n.batch_date = r.batch_date AND n.part = r.part)
            """)
        .param("to", to)
        .param("from", from)
        .update();
  }

  /** What was begun under the old name is resumed from its last chunk. */
  private void moveInstances(String from, String to) {
    jdbc.sql(
            """
            UPDATE %1$sJOB_INSTANCE i SET job_name = :to
             WHERE i.job_name = :from AND NOT EXISTS (
                   SELECT 1 FROM %1$sJOB_INSTANCE n
                    WHERE n.job_name = :to AND n.job_key = i.job_key)
            """
                .formatted(prefix))
        .param("to", to)
        .param("from", from)
        .update();
  }
}
