package io.runledger.jobs.interest;

import io.runledger.run.Attempt;
import java.util.List;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The accounts of a run that its generation has listed in {@code interest_failure} and not mended.
 */
@Component
class OpenFailures {

  private final JdbcClient jdbc;

  OpenFailures(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The next of them, by account id. */
  List<Account> after(long accountId, Attempt attempt, int limit) {
    return jdbc.sql(
            """
            SELECT account_id, product_id, currency, opened_on, closed_on
              FROM interest_failure JOIN account USING (account_id)
             WHERE batch_date = :date AND generation = :generation AND mended_at IS NULL
               AND account_id > :after
             ORDER BY account_id LIMIT :limit
            """)
        .param("date", attempt.key().batchDate())
        .param("generation", attempt.generation())
        .param("after", accountId)
        .param("limit", limit)
        .query(new DataClassRowMapper<>(Account.class))
        .list();
  }

  long count(Attempt attempt) {
    return jdbc.sql(
            """
            SELECT count(*) FROM interest_failure
             WHERE batch_date = ? AND generation = ? AND mended_at IS NULL
            """)
        .param(attempt.key().batchDate())
        .param(attempt.generation())
        .query(Long.class)
        .single();
  }

  /** The first of them with its reason, for a message. */
  String example(Attempt attempt) {
    return jdbc.sql(
            """
            SELECT format('account %s: %s. %s', account_id, reason, what_to_do)
              FROM interest_failure
             WHERE batch_date = ? AND generation = ? AND mended_at IS NULL
             ORDER BY account_id LIMIT 1
            """)
        .param(attempt.key().batchDate())
        .param(attempt.generation())
        .query(String.class)
        .single();
  }
}
