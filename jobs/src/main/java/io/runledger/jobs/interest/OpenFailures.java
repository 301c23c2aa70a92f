package io.runledger.jobs.interest;

import java.time.LocalDate;
import java.util.List;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The accounts of a date that are listed in {@code interest_failure} and not mended. */
@Component
class OpenFailures {

  private final JdbcClient jdbc;

  OpenFailures(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The next of them, by account id. */
  List<Account> after(long accountId, LocalDate date, int limit) {
    return jdbc.sql(
            """
            SELECT account_id, product_id, currency, opened_on, closed_on
              FROM interest_failure JOIN account USING (account_id)
             WHERE accrual_date = :date AND mended_at IS NULL AND account_id > :after
             ORDER BY account_id LIMIT :limit
            """)
        .param("date", date)
        .param("after", accountId)
        .param("limit", limit)
        .query(new DataClassRowMapper<>(Account.class))
        .list();
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
