package io.runledger.jobs.statement;

import io.runledger.batch.CurrentAttempt;
import io.runledger.run.Attempt;
import java.time.LocalDate;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.stereotype.Component;

/** States what is on an account at the end of the run's date, which is never the clock's. */
@Component
@StepScope
class StateBalance implements ItemProcessor<Account, Statement> {

  private final CurrentAttempt current;

  StateBalance(CurrentAttempt current) {
    this.current = current;
  }

  @Override
  public Statement process(Account account) {
    Attempt attempt = current.get();
    LocalDate date = attempt.key().batchDate();
    return new Statement(account.accountId(), date, account.balanceOn(date), attempt.fence());
  }
}
