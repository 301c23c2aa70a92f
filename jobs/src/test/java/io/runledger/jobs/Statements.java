package io.runledger.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.test.Database;

/** What daily-statement wrote, counted. */
record Statements(Database database) {

  static final long ACCOUNTS = 5_000;

  long of(String date) {
    return database
        .jdbc()
        .sql("SELECT count(*) FROM demo_statement WHERE statement_date = CAST(? AS date)")
        .param(date)
        .query(Long.class)
        .single();
  }

  /** Every account has its statement once; the table itself would take a second one. */
  void assertOnceEach(String date) {
    long distinct =
        database
            .jdbc()
            .sql(
                """
                SELECT count(DISTINCT account_id) FROM demo_statement
                 WHERE statement_date = CAST(? AS date)
                """)
            .param(date)
            .query(Long.class)
            .single();
    assertThat(distinct).as("accounts with a statement of %s", date).isEqualTo(ACCOUNTS);
    assertThat(of(date)).as("statements of %s", date).isEqualTo(ACCOUNTS);
  }
}
