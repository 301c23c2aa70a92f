package io.runledger.jobs.interest;

import io.runledger.batch.CurrentAttempt;
import io.runledger.run.Attempt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Works out the interest of many accounts at once, and writes it. One for each step. */
@Component
@StepScope
class InterestWorker {

  private final JdbcClient client;
  private final CoveredDays days;
  private final Catalogue catalogue;
  private final InterestTables tables;

  InterestWorker(CurrentAttempt current, JdbcTemplate jdbc) {
    Attempt attempt = current.get();
    this.client = JdbcClient.create(jdbc);
    this.days = CoveredDays.of(attempt);
    this.catalogue = Catalogue.read(client);
    this.tables = new InterestTables(jdbc, attempt);
  }

  CoveredDays days() {
    return days;
  }

  /**
   * Accrues and posts; an account that cannot be worked with is listed with its reason, and the
   * rest is done.
   *
   * @return the accounts that are done
   */
  List<Long> workOut(List<? extends Account> accounts) {
    List<Failure> failures = new ArrayList<>();
    Map<Account, Terms> workable = new LinkedHashMap<>();
    for (Account account : accounts) {
      try {
        workable.put(account, catalogue.termsOf(account));
      } catch (UnworkableAccountException e) {
        failures.add(e.failure(account));
      }
    }
    Books books = Books.open(client, workable, days);
    List<Long> done = new ArrayList<>();
    List<AccountInterest.Result> results = new ArrayList<>();
    workable.forEach(
        (account, terms) -> {
          try {
            results.add(AccountInterest.of(account, terms, books.of(account.accountId()), days));
            done.add(account.accountId());
          } catch (UnworkableAccountException e) {
            failures.add(e.failure(account));
          }
        });
    tables.add(results);
    tables.addFailures(days.last(), failures);
    return done;
  }

  /** As {@link #workOut}, for accounts that are listed. */
  void mend(List<? extends Account> accounts) {
    tables.markMended(days.last(), workOut(accounts));
  }
}
