package io.runledger.jobs.interest;

import io.runledger.batch.RunProgress;
import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Says how many accounts a worker has before it, for whoever watches. */
@Component
class AccountsToDo implements StepExecutionListener {

  private final JdbcClient jdbc;

  AccountsToDo(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public void beforeStep(StepExecution step) {
    ExecutionContext context = step.getExecutionContext();
    long accounts =
        jdbc.sql(
                """
                SELECT count(*) FROM account
                 WHERE account_id BETWEEN :from AND :to AND opened_on <= :date
                   AND (closed_on IS NULL OR closed_on >= :date)
                """)
            .param("from", context.getLong(AccountRanges.FROM))
            .param("to", context.getLong(AccountRanges.TO))
            .param("date", step.getJobParameters().getLocalDate("batchDate"))
            .query(Long.class)
            .single();
    // After a restart the reader's own count says how many are done.
    int done = context.getInt("accounts-in-range.read.count", 0);
    context.putLong(RunProgress.TOTAL, accounts - done);
  }
}
