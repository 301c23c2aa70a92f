package io.runledger.jobs.interest;

import io.runledger.batch.CurrentAttempt;
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
  private final CurrentAttempt current;

  AccountsToDo(JdbcClient jdbc, CurrentAttempt current) {
    this.jdbc = jdbc;
    this.current = current;
  }

  @Override
  public void beforeStep(StepExecution step) {
    CoveredDays days = CoveredDays.of(current.get());
    ExecutionContext context = step.getExecutionContext();
    long accounts =
        jdbc.sql(
                """
                SELECT count(*) FROM account
                 WHERE account_id BETWEEN :from AND :to
                   AND interest_in_work(opened_on, closed_on, :first, :last)
                """)
            .param("from", context.getLong(AccountRanges.FROM))
            .param("to", context.getLong(AccountRanges.TO))
            .param("first", days.first())
            .param("last", days.last())
            .query(Long.class)
            .single();
    // After a restart the reader's own count says how many are done.
    int done = context.getInt("accounts-in-range.read.count", 0);
    context.putLong(RunProgress.TOTAL, accounts - done);
  }
}
