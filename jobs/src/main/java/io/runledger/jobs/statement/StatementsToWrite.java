package io.runledger.jobs.statement;

import io.runledger.batch.RunProgress;
import java.time.LocalDate;
import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Says how many rows the step has before it, for whoever watches. */
@Component
class StatementsToWrite implements StepExecutionListener {

  private final JdbcClient jdbc;

  StatementsToWrite(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public void beforeStep(StepExecution step) {
    LocalDate date = step.getJobParameters().getLocalDate("batchDate");
    // After a restart some are written already.
    long left =
        jdbc.sql(
                """
                SELECT (SELECT count(*) FROM demo_account)
                     - (SELECT count(*) FROM demo_statement WHERE statement_date = :date)
                """)
            .param("date", date)
            .query(Long.class)
            .single();
    step.getExecutionContext().putLong(RunProgress.TOTAL, left);
  }
}
