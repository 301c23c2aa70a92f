package io.runledger.jobs.interest;

import io.runledger.batch.CurrentAttempt;
import io.runledger.run.Attempt;
import java.util.HashMap;
import java.util.Map;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.partition.Partitioner;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Cuts the accounts into as many ranges as there are workers. They are written down first, since a
 * resumed run must cut where its first attempt did, whatever accounts were opened meanwhile.
 */
@Component
class AccountRanges implements Tasklet {

  static final String FROM = "fromAccount";
  static final String TO = "toAccount";

  private final JdbcClient jdbc;
  private final CurrentAttempt current;
  private final InterestSettings settings;

  AccountRanges(JdbcClient jdbc, CurrentAttempt current, InterestSettings settings) {
    this.jdbc = jdbc;
    this.current = current;
    this.settings = settings;
  }

  @Override
  public RepeatStatus execute(StepContribution contribution, ChunkContext chunk) {
    Attempt attempt = current.get();
    jdbc.sql(
            """
            INSERT INTO interest_range (batch_date, generation, worker, from_account, to_account)
            SELECT :date, :generation, worker,
                   CASE worker WHEN 1 THEN -9223372036854775808 ELSE lowest END,
                   coalesce(lead(lowest) OVER (ORDER BY worker) - 1, 9223372036854775807)
              FROM (SELECT worker, min(account_id) AS lowest
                      FROM (SELECT account_id, ntile(:workers) OVER (ORDER BY account_id) AS worker
                              FROM account) AS cut
                     GROUP BY worker
                     UNION ALL
                    SELECT 1, 0 WHERE NOT EXISTS (SELECT FROM account)) AS range
                ON CONFLICT DO NOTHING
            """)
        .param("date", attempt.key().batchDate())
        .param("generation", attempt.generation())
        .param("workers", settings.partitions())
        .update();
    return RepeatStatus.FINISHED;
  }

  /** Hands the ranges of the run to the workers. */
  @Component
  @StepScope
  static class Handout implements Partitioner {

    private final JdbcClient jdbc;
    private final CurrentAttempt current;

    Handout(JdbcClient jdbc, CurrentAttempt current) {
      this.jdbc = jdbc;
      this.current = current;
    }

    @Override
    public Map<String, ExecutionContext> partition(int gridSize) {
      Attempt attempt = current.get();
      Map<String, ExecutionContext> ranges = new HashMap<>();
      jdbc.sql(
              """
              SELECT worker, from_account, to_account FROM interest_range
               WHERE batch_date = :date AND generation = :generation
              """)
          .param("date", attempt.key().batchDate())
          .param("generation", attempt.generation())
          .query(
              row -> {
                ExecutionContext range = new ExecutionContext();
                range.putLong(FROM, row.getLong("from_account"));
                range.putLong(TO, row.getLong("to_account"));
                ranges.put("worker-" + row.getInt("worker"), range);
              });
      return ranges;
    }
  }
}
