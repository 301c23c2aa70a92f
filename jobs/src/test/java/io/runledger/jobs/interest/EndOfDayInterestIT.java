package io.runledger.jobs.interest;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.jobs.portfolio.Generator;
import io.runledger.operate.Outcome;
import io.runledger.operate.Verification.Break;
import io.runledger.operate.Verification.Check;
import io.runledger.run.RunStatus;
import java.math.BigDecimal;
import java.sql.Types;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The job in the application, through the guard, on real tables. */
class EndOfDayInterestIT {

  private final InterestApplication application =
      InterestApplication.start("--eod-interest.chunk-size=50", "--eod-interest.partitions=3");
  private final JdbcClient jdbc = application.jdbc();

  @AfterEach
  void stop() {
    application.close();
  }

  /**
   * Java writes, SQL recomputes; they share the tables alone. Each run reconciles itself, so one
   * digit of difference would fail it.
   */
  @Test
  void java_and_SQL_agree_to_the_last_digit_on_a_portfolio_of_all_products() {
    int accounts = Integer.getInteger("runledger.accounts", 2_000);
    application.bean(Generator.class).generate(accounts, Long.getLong("runledger.seed", 7));
    bookLate("2023-12-29", "2024-01-02");
    bookLate("2024-02-26", "2024-02-29");
    bookLate("2025-06-28", "2025-07-01");
    jdbc.sql(
            """
            UPDATE account SET closed_on = '2024-03-01'
             WHERE account_id % 7 = 0 AND opened_on < '2024-01-01' AND closed_on IS NULL
            """)
        .update();
    // A quarter's end, a leap year's begin and its 29 February, a change of rates.
    assertComplete(application.backfill("2022-03-29", "2022-04-02"), 5);
    assertComplete(application.backfill("2023-12-30", "2024-01-02"), 4);
    assertComplete(application.backfill("2024-02-28", "2024-03-01"), 3);
    assertComplete(application.backfill("2025-06-29", "2025-07-01"), 3);

    assertThat(brokenChecks()).isEmpty();
    assertThat(kindsOfRows())
        .containsOnlyKeys("CREDIT", "DEBIT", "CREDIT adjustment", "DEBIT adjustment");
    assertThat(count("SELECT count(*) FROM interest_posting WHERE value_date = posting_date"))
        .as("closed accounts")
        .isPositive();
  }

  @Test
  void what_is_rounded_for_each_account_adds_up_as_it_was_posted() {
    jdbc.sql(
            """
            INSERT INTO product VALUES ('half-up', 'ACT/365F', 'MARGINAL', 'MONTHLY', 'HALF_UP', false)
            """)
        .update();
    jdbc.sql("INSERT INTO product_rate VALUES ('half-up', 'CREDIT', '2000-01-01', 0, 0.045)")
        .update();
    for (int account = 1; account <= 3; account++) {
      account(account, "half-up", "EUR", "365.00");
    }
    assertComplete(List.of(application.run("2025-01-31")), 1);
    assertThat(jdbc.sql("SELECT posted FROM reconciliation").query(BigDecimal.class).single())
        .isEqualByComparingTo("0.15");
    assertThat(brokenChecks()).isEmpty();
  }

  @Test
  void what_cannot_be_worked_with_is_listed_the_rest_is_done_and_after_the_mend_just_those() {
    product("plain", "2000-01-01");
    product("later", "2025-02-01");
    for (int account = 1; account <= 120; account++) {
      account(account, "plain", "EUR", "100.00");
    }
    account(201, null, "EUR", "100.00");
    account(202, "no-such", "EUR", "100.00");
    account(203, "later", "EUR", "100.00");
    account(204, "plain", "XXX", "100.00");
    account(205, "plain", "EUR", "999999999999999.00");
    entry(205, "2025-01-31", "1.00", "beyond");

    Outcome first = application.run("2025-01-31");

    assertThat(first.status()).isEqualTo(RunStatus.FAILED);
    assertThat(first.message())
        .contains("5 accounts could not be worked with on 2025-01-31")
        .contains("account 201: it has no product");
    assertThat(failures())
        .containsExactly(
            "201: it has no product. Set account.product_id.",
            "202: its product 'no-such' is unknown. Add 'no-such' to the table product, or correct account.product_id.",
            "203: product 'later' has no CREDIT rate on 2025-01-31 for a balance of 100.0000. Add the rate to product_rate, valid from then or before.",
            "204: its currency 'XXX' is unknown. Add 'XXX' to the table currency, or correct account.currency.",
            "205: its balance of 1000000000000000.0000 has more than 15 digits before the point. Book a contra entry if an entry is wrong; else widen the columns.");
    assertThat(accrued()).as("the rest is done").isEqualTo(120);
    assertThat(jdbc.sql("SELECT sum(failed) FROM reconciliation").query(Long.class).single())
        .isEqualTo(5);

    jdbc.sql("UPDATE account SET product_id = 'plain' WHERE account_id IN (201, 202)").update();
    jdbc.sql("INSERT INTO product_rate VALUES ('later', 'CREDIT', '2025-01-01', 0, 0.05)").update();
    jdbc.sql("UPDATE account SET currency = 'EUR' WHERE account_id = 204").update();
    Outcome second = application.run("2025-01-31");
    assertThat(second.message()).contains("1 accounts could not").contains("account 205");
    entry(205, "2025-01-31", "-1.00", "contra");

    assertComplete(List.of(application.run("2025-01-31")), 1);

    assertThat(accrued()).isEqualTo(125);
    assertThat(brokenChecks()).isEmpty();
    assertThat(count("SELECT count(DISTINCT fence) FROM interest_accrual")).isEqualTo(3);
    assertThat(
            count(
                "SELECT count(*) FROM interest_accrual WHERE fence = (SELECT min(fence) FROM interest_accrual)"))
        .as("nobody else was touched")
        .isEqualTo(120);
    assertThat(count("SELECT count(*) FROM interest_failure WHERE mended_at IS NULL")).isZero();
  }

  @Test
  void verify_names_each_row_that_is_not_as_it_should_be() {
    product("plain", "2000-01-01");
    for (int account = 1; account <= 3; account++) {
      account(account, "plain", "EUR", "7300.00");
    }
    assertComplete(application.backfill("2025-01-30", "2025-01-31"), 2);
    assertThat(brokenChecks()).isEmpty();

    jdbc.sql("DELETE FROM interest_accrual WHERE account_id = 1 AND night = '2025-01-30'").update();
    jdbc.sql("UPDATE interest_posting SET amount = amount + 1 WHERE account_id = 2").update();
    jdbc.sql(
            "UPDATE interest_accrual SET fence = 1000000 WHERE account_id = 3 AND night = '2025-01-30'")
        .update();

    assertThat(brokenChecks())
        .containsEntry(
            "accruals",
            List.of(
                new Break(
                    "account 1, CREDIT for the night of 2025-01-30",
                    LocalDate.of(2025, 1, 30),
                    "nothing",
                    "7300 bears 365 x 1/365")))
        .hasEntrySatisfying(
            "postings",
            breaks ->
                assertThat(breaks)
                    .singleElement()
                    .hasToString(
                        "Break[of=account 2, CREDIT, date=2025-01-31, found=3 valued 2025-02-01, expected=2 valued 2025-02-01]"))
        .containsKeys("entries of postings", "totals of completed runs", "fences of the ledger");
  }

  @Test
  void a_break_fails_the_run_and_its_figures_stay() {
    product("plain", "2000-01-01");
    account(1, "plain", "EUR", "100.00");
    // Somebody else's row, for an account that does not exist.
    jdbc.sql(
            """
            INSERT INTO interest_accrual VALUES ('2025-01-15', 9, 'CREDIT', '2025-01-15', 100, 0.05, 5, 1, 365, 1, false, 0)
            """)
        .update();
    Outcome outcome = application.run("2025-01-15");
    assertThat(outcome.status()).isEqualTo(RunStatus.FAILED);
    assertThat(outcome.message())
        .startsWith("Reconciliation break: 2025-01-15 in product '' and currency ''")
        .contains("0 accounts = 1 accrued + 0 excluded + 0 failed")
        .contains("interest found 0.0136986301, expected 0.0000000000");
    assertThat(count("SELECT count(*) FROM reconciliation")).isEqualTo(2);
  }

  private static void assertComplete(List<Outcome> outcomes, int dates) {
    assertThat(outcomes)
        .hasSize(dates)
        .allSatisfy(one -> assertThat(one.isComplete()).as("%s", one).isTrue());
  }

  private Map<String, List<Break>> brokenChecks() {
    return application.verify().stream()
        .filter(check -> check.broken() > 0)
        .collect(Collectors.toMap(Check::name, Check::breaks));
  }

  private Map<String, Long> kindsOfRows() {
    return jdbc
        .sql(
            """
            SELECT kind || CASE WHEN night < accrual_date THEN ' adjustment' ELSE '' END AS kind
              FROM interest_accrual
            """)
        .query(String.class)
        .stream()
        .collect(Collectors.groupingBy(kind -> kind, Collectors.counting()));
  }

  private List<String> failures() {
    return jdbc.sql(
            "SELECT account_id || ': ' || reason || '. ' || what_to_do FROM interest_failure ORDER BY account_id")
        .query(String.class)
        .list();
  }

  private long accrued() {
    return count("SELECT count(*) FROM interest_accrual");
  }

  private long count(String sql) {
    return jdbc.sql(sql).query(Long.class).single();
  }

  /** Entries on every tenth open account that lift it out of an overdraft, or into one. */
  private void bookLate(String valueDate, String bookingDate) {
    jdbc.sql(
            """
            INSERT INTO account_entry (account_id, value_date, booking_date, amount, source, reference)
            SELECT account_id, :valueDate::date, :bookingDate::date,
                   CASE WHEN account_id % 20 = 0 THEN 90000000 ELSE -90000000 END,
                   'test', account_id || '/' || :valueDate
              FROM account
             WHERE account_id % 10 = 0 AND opened_on < :valueDate::date
               AND coalesce(closed_on, 'infinity') > :bookingDate::date
            """)
        .param("valueDate", valueDate)
        .param("bookingDate", bookingDate)
        .update();
  }

  private void product(String id, String validFrom) {
    jdbc.sql(
            "INSERT INTO product VALUES (?, 'ACT/365F', 'MARGINAL', 'MONTHLY', 'HALF_EVEN', false)")
        .param(id)
        .update();
    jdbc.sql("INSERT INTO product_rate VALUES (?, 'CREDIT', ?::date, 0, 0.05)")
        .param(id)
        .param(validFrom)
        .update();
  }

  private void account(long id, @Nullable String product, String currency, String balance) {
    jdbc.sql("INSERT INTO account VALUES (:id, :product, :currency, '2025-01-01')")
        .param("id", id)
        .param("product", product, Types.VARCHAR)
        .param("currency", currency)
        .update();
    entry(id, "2025-01-01", balance, "opening");
  }

  private void entry(long account, String date, String amount, String reference) {
    jdbc.sql(
            """
            INSERT INTO account_entry (account_id, value_date, booking_date, amount, source, reference)
            VALUES (:account, :date::date, :date::date, :amount::numeric, 'test', :reference)
            """)
        .param("account", account)
        .param("date", date)
        .param("amount", amount)
        .param("reference", account + "/" + reference)
        .update();
  }
}
