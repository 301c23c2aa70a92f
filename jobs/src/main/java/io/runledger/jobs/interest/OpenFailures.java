package io.runledger.jobs.interest;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The accounts of a date that are listed and not mended: with any left, the mending has failed. */
@Component
class OpenFailures implements StepExecutionListener {

  private final JdbcClient jdbc;

  OpenFailures(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Failed, and not complete, so that a restart does the step again. */
  @Override
  public @Nullable ExitStatus afterStep(StepExecution step) {
    LocalDate date = step.getJobParameters().getLocalDate("batchDate");
    if (step.getStatus() != BatchStatus.COMPLETED || date == null || count(date) == 0) {
      return null;
    }
    step.setStatus(BatchStatus.FAILED);
    return ExitStatus.FAILED;
  }

  long count(LocalDate date) {
    return jdbc.sql(
            "SELECT count(*) FROM interest_failure WHERE accrual_date = ? AND mended_at IS NULL")
        .param(date)
        .query(Long.class)
        .single();
  }

  /** The first of them with its reason, for a message. */
  String example(LocalDate date) {
    return jdbc.sql(
            """
            SELECT format('account %s: %s. %s', account_id, reason, what_to_do)
              FROM interest_failure
             WHERE accrual_date = ? AND mended_at IS NULL
             ORDER BY account_id LIMIT 1
            """)
        .param(date)
        .query(String.class)
        .single();
  }
}
