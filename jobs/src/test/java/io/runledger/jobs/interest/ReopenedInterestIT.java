package io.runledger.jobs.interest;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.jobs.portfolio.Generator;
import io.runledger.operate.Outcome;
import io.runledger.operate.Verification.Check;
import io.runledger.run.RunStatus;
import java.math.BigDecimal;
import java.sql.Types;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Completed dates that are opened again, undone and run again. */
@DisplayName("A reopened date")
class ReopenedInterestIT {

  @AutoClose private final InterestApplication application = start();
  private final JdbcClient jdbc = application.jdbc();

  private static InterestApplication start() {
    return InterestApplication.start("--eod-interest.chunk-size=1", "--eod-interest.partitions=1");
  }

  /**
   * 7300 at 5 % bears 1.00 a night; at 10 %, from 30 January on, 2.00. So January is 31.00, and
   * 29.00 + 4.00 after that. February is 28 nights on what January leaves; 1 March is the first
   * that has February in it.
   */
  @Test
  @DisplayName(
      "leaves each account as if it had been right from the start, to the cent, at each moment between")
  void leaves_each_account_as_if_it_had_been_right_from_the_start() {
    book(application);
    complete(application.backfill("2025-01-01", "2025-03-01"));
    Map<Integer, List<String>> before = statements();

    // 7331 x 0.05 x 28 / 365 = 28.1189; closed on the 10th: x 9 / 365 = 9.0382
    assertThat(before.get(1))
        .containsExactly("2025-01-01 7300", "2025-02-01 31", "2025-03-01 28.12");
    assertThat(before.get(2))
        .containsExactly("2025-01-01 7300", "2025-02-01 31", "2025-02-10 9.04");
    // 365.00 overdrawn at 10 %; 368.10 x 0.1 x 28 / 365 = 2.8238
    assertThat(before.get(3))
        .containsExactly("2025-01-01 -365", "2025-02-01 -3.1", "2025-03-01 -2.82");
    // Booked on 3 February for 31 January on: (7331 x 28 + 3650 x 29) x 0.05 / 365 = 42.6189
    assertThat(before.get(4))
        .containsExactly("2025-01-01 7300", "2025-01-31 3650", "2025-02-01 31", "2025-03-01 42.62");
    assertThat(broken()).isEmpty();

    doubleTheRateFrom("2025-01-30");
    reopenFrom("2025-01-30");
    assertThat(statements()).as("nothing is undone yet").isEqualTo(before);
    assertThat(broken()).isEmpty();

    complete(application.run("2025-01-30"));
    assertThat(statements()).as("the 30th posts nothing").isEqualTo(before);
    assertThat(accruedInJanuary())
        .as("29 x 1.00, 2.00 again, 1.00 yet")
        .isEqualByComparingTo("32.00");
    assertThat(broken()).isEmpty();

    failIn("interest_posting", "NEW.account_id = 3 AND NOT NEW.contra");
    assertThat(application.run("2025-01-31").status()).isEqualTo(RunStatus.FAILED);
    assertThat(statements().get(1)).as("done again").contains("2025-02-01 33");
    assertThat(statements().get(3))
        .as("undone and not done")
        .containsExactly(
            "2025-01-01 -365", "2025-02-01 -3.1", "2025-02-01 3.1", "2025-03-01 -2.82");
    assertThat(broken()).isEmpty();
    heal("interest_posting");
    complete(application.run("2025-01-31"));
    assertThat(
            count(
                "SELECT count(DISTINCT fence) FROM interest_accrual WHERE accrual_date = '2025-01-31' AND generation = 2"))
        .as("it went on where it was")
        .isEqualTo(2);

    assertThat(statements().get(1))
        .containsExactly(
            "2025-01-01 7300",
            "2025-02-01 -31",
            "2025-02-01 31",
            "2025-02-01 33",
            "2025-03-01 28.12");
    assertThat(accruedInJanuary()).isEqualByComparingTo("33.00");
    assertThat(broken()).isEmpty();

    for (int day = 1; day <= 28; day++) {
      complete(application.run("2025-02-%02d".formatted(day)));
    }

    // It begins with the balance that the second 28 February ended with.
    complete(application.run("2025-03-01"));

    // 7333 x 0.1 x 28 / 365 = 56.2531; x 9 / 365 = 18.0814
    assertThat(net().get(1))
        .containsExactly("2025-01-01 7300", "2025-02-01 33", "2025-03-01 56.25");
    assertThat(net().get(2))
        .containsExactly("2025-01-01 7300", "2025-02-01 33", "2025-02-10 18.08");
    assertThat(net().get(3))
        .containsExactly("2025-01-01 -365", "2025-02-01 -3.1", "2025-03-01 -2.82");
    // (7333 x 28 + 3650 x 29) x 0.1 / 365 = 85.2532
    assertThat(net().get(4))
        .containsExactly("2025-01-01 7300", "2025-01-31 3650", "2025-02-01 33", "2025-03-01 85.25");
    assertThat(statements().get(2))
        .as("all of it is there to read")
        .containsExactly(
            "2025-01-01 7300",
            "2025-02-01 -31",
            "2025-02-01 31",
            "2025-02-01 33",
            "2025-02-10 -9.04",
            "2025-02-10 9.04",
            "2025-02-10 18.08");
    assertThat(count("SELECT count(*) FROM account_entry WHERE reverses IS NOT NULL")).isEqualTo(8);
    assertThat(broken()).isEmpty();
    try (InterestApplication right = start()) {
      book(right);
      doubleTheRateFrom(right, "2025-01-30");
      complete(right.backfill("2025-01-01", "2025-03-01"));
      assertThat(standing(application)).isEqualTo(standing(right));
    }
  }

  /**
   * A quarter's end in a run of three days; a date that was left half-way; all of it twice. What
   * stands is what stands in a book that never was otherwise.
   */
  @Test
  @DisplayName(
      "is undone whatever its generation had done, and again when it is reopened once more")
  void is_undone_whatever_its_generation_had_done() {
    try (InterestApplication reopened = many();
        InterestApplication right = many()) {
      reopened.bean(Generator.class).generate(Integer.getInteger("runledger.accounts", 300), 13);
      right.bean(Generator.class).generate(Integer.getInteger("runledger.accounts", 300), 13);
      runThrough(reopened);
      failIn(reopened, "interest_accrual", "NEW.account_id > 1000150");
      assertThat(reopened.run("2024-04-03").status()).isEqualTo(RunStatus.FAILED);
      heal(reopened, "interest_accrual");
      long half =
          count(
              reopened, "SELECT count(*) FROM interest_accrual WHERE accrual_date = '2024-04-03'");
      assertThat(half).isPositive();

      reopenFrom(reopened, "2024-03-29");
      addRates(reopened, "0.02");
      runThrough(reopened);
      complete(reopened.run("2024-04-03"));
      assertThat(broken(reopened)).isEmpty();
      assertThat(
              count(
                  reopened,
                  "SELECT count(*) FROM interest_accrual WHERE accrual_date = '2024-04-03' AND contra"))
          .isEqualTo(half);

      reopenFrom(reopened, "2024-03-29");
      reopened
          .jdbc()
          .sql("UPDATE product_rate SET rate = 0.03 WHERE valid_from = '2024-03-30'")
          .update();
      runThrough(reopened);
      complete(reopened.run("2024-04-03"));

      addRates(right, "0.03");
      runThrough(right);
      complete(right.run("2024-04-03"));
      assertThat(broken(reopened)).isEmpty();
      assertThat(standing(reopened)).isEqualTo(standing(right));
      assertThat(
              count(
                  reopened,
                  "SELECT count(*) FROM interest_posting WHERE posting_date = '2024-03-31' AND contra"))
          .as("undone twice")
          .isGreaterThan(
              count(
                  right,
                  "SELECT count(*) FROM interest_posting WHERE posting_date = '2024-03-31'"));
    }
  }

  @Test
  @DisplayName("that cannot be undone is as it was, and is undone when it is asked for again")
  void that_cannot_be_undone_is_as_it_was() {
    book(application);
    complete(application.run("2025-01-31"));
    reopenFrom("2025-01-31");
    // The last of what is undone.
    failIn("balance_snapshot", "NEW.contra");

    Outcome failed = application.run("2025-01-31");

    assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
    assertThat(count("SELECT count(*) FROM interest_accrual WHERE contra OR generation > 1"))
        .isZero();
    assertThat(count("SELECT count(*) FROM interest_posting WHERE contra OR generation > 1"))
        .isZero();
    assertThat(count("SELECT count(*) FROM account_entry WHERE reverses IS NOT NULL")).isZero();
    assertThat(broken()).isEmpty();

    heal("balance_snapshot");
    complete(application.run("2025-01-31"));
    assertThat(count("SELECT count(*) FROM interest_accrual WHERE contra")).isEqualTo(4);
    assertThat(broken()).isEmpty();
  }

  @Test
  @DisplayName("is verified: each row that is not undone, or not to the last digit, is named")
  void is_verified() {
    book(application);
    complete(application.run("2025-01-31"));
    reopenFrom("2025-01-31");
    complete(application.run("2025-01-31"));
    assertThat(broken()).isEmpty();

    jdbc.sql(
            "UPDATE interest_accrual SET principal = principal - 1 WHERE contra AND account_id = 1")
        .update();
    jdbc.sql("DELETE FROM balance_snapshot WHERE contra AND account_id = 2").update();
    jdbc.sql("UPDATE interest_posting SET amount = 0 WHERE contra AND account_id = 3").update();
    assertThat(broken().keySet())
        .contains(
            "contra accruals",
            "contra snapshots",
            "contra postings",
            "entries of postings",
            "generations of the ledger");
    assertThat(broken()).containsEntry("contra accruals", 1L).containsEntry("contra snapshots", 1L);
  }

  private static InterestApplication many() {
    return InterestApplication.start("--eod-interest.chunk-size=50", "--eod-interest.partitions=1");
  }

  /** The Monday after Easter's Sunday, the quarter's end, is for the weekend, too. */
  private static void runThrough(InterestApplication application) {
    complete(application.run("2024-03-28"));
    complete(application.run("2024-03-29"));
    LocalDate monday = LocalDate.of(2024, 4, 1);
    boolean isNew =
        count(
                application,
                "SELECT count(*) FROM runledger.batch_run WHERE batch_date = '2024-04-01'")
            == 0;
    complete(
        isNew ? application.run(LocalDate.of(2024, 3, 30), monday) : application.run("2024-04-01"));
    complete(application.run("2024-04-02"));
  }

  private static void addRates(InterestApplication application, String rate) {
    application
        .jdbc()
        .sql(
            """
            INSERT INTO product_rate (product_id, kind, valid_from, above, rate)
            SELECT DISTINCT product_id, kind, date '2024-03-30', 0, ?::numeric FROM product_rate
            """)
        .param(rate)
        .update();
  }

  /** What the command does: these dates, with all later ones. */
  private void reopenFrom(String date) {
    reopenFrom(application, date);
  }

  private static void reopenFrom(InterestApplication application, String date) {
    application
        .jdbc()
        .sql(
            """
            UPDATE runledger.batch_run SET status = 'REOPENED', generation = generation + 1
             WHERE job_name = 'eod-interest' AND batch_date >= ?::date
            """)
        .param(date)
        .update();
  }

  private void doubleTheRateFrom(String date) {
    doubleTheRateFrom(application, date);
  }

  private static void doubleTheRateFrom(InterestApplication application, String date) {
    application
        .jdbc()
        .sql("INSERT INTO product_rate VALUES ('plain', 'CREDIT', ?::date, 0, 0.10)")
        .param(date)
        .update();
  }

  private static void complete(List<Outcome> outcomes) {
    outcomes.forEach(ReopenedInterestIT::complete);
  }

  private static void complete(Outcome outcome) {
    assertThat(outcome.isComplete()).as("%s", outcome).isTrue();
  }

  /** Each row that is written and meets the condition ends its transaction. */
  private void failIn(String table, String condition) {
    failIn(application, table, condition);
  }

  private static void failIn(InterestApplication application, String table, String condition) {
    application
        .jdbc()
        .sql(
            """
            CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'refused by the test'; END $$
            """)
        .update();
    application
        .jdbc()
        .sql(
            "CREATE TRIGGER refused BEFORE INSERT ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION refuse()"
                .formatted(table, condition))
        .update();
  }

  private void heal(String table) {
    heal(application, table);
  }

  private static void heal(InterestApplication application, String table) {
    application.jdbc().sql("DROP TRIGGER refused ON " + table).update();
  }

  private Map<String, Long> broken() {
    return broken(application);
  }

  private static Map<String, Long> broken(InterestApplication application) {
    return application.verify().stream()
        .filter(check -> check.broken() > 0)
        .collect(Collectors.toMap(Check::name, Check::broken));
  }

  private BigDecimal accruedInJanuary() {
    return jdbc.sql(
            """
            SELECT sum(interest_worth(annual_interest, days, basis)) / interest_parts()
              FROM interest_accrual WHERE account_id = 1 AND accrual_date < '2025-02-01'
            """)
        .query(BigDecimal.class)
        .single();
  }

  /** Every entry of every account. */
  private Map<Integer, List<String>> statements() {
    return lines("SELECT account_id, value_date, amount FROM account_entry");
  }

  /** Without those that take each other back. */
  private Map<Integer, List<String>> net() {
    return lines(
        """
        SELECT account_id, value_date, sum(amount) AS amount FROM account_entry
         GROUP BY account_id, value_date, source HAVING sum(amount) <> 0
        """);
  }

  private Map<Integer, List<String>> lines(String entries) {
    Map<Integer, List<String>> lines = new TreeMap<>();
    jdbc.sql(
            "SELECT account_id, array_agg(value_date || ' ' || trim_scale(amount) ORDER BY value_date, amount) AS lines FROM (%s) AS e GROUP BY account_id"
                .formatted(entries))
        .query(
            row -> {
              lines.put(
                  row.getInt("account_id"), List.of((String[]) row.getArray("lines").getArray()));
            });
    return lines;
  }

  /** What stands, but for who wrote it and when. */
  private static List<String> standing(InterestApplication application) {
    return application
        .jdbc()
        .sql(
            """
            SELECT 'accrual ' || (to_jsonb(t) - '{generation,fence}'::text[])::text FROM standing_accrual t
            UNION ALL
            SELECT 'posting ' || (to_jsonb(t) - '{generation,fence,entry_id}'::text[])::text FROM standing_posting t
            UNION ALL
            SELECT 'snapshot ' || (to_jsonb(t) - '{generation,fence}'::text[])::text FROM standing_snapshot t
            UNION ALL
            SELECT 'entries ' || to_jsonb(t)::text
              FROM (SELECT account_id, value_date, booking_date, sum(amount) FROM account_entry
                     GROUP BY account_id, value_date, booking_date HAVING sum(amount) <> 0) AS t
            ORDER BY 1
            """)
        .query(String.class)
        .list();
  }

  private long count(String sql) {
    return count(application, sql);
  }

  private static long count(InterestApplication application, String sql) {
    return application.jdbc().sql(sql).query(Long.class).single();
  }

  /** Credit, one that is closed, an overdraft, one with a late booking. */
  private static void book(InterestApplication application) {
    JdbcClient jdbc = application.jdbc();
    jdbc.sql(
            """
            INSERT INTO product VALUES ('plain', 'ACT/365F', 'MARGINAL', 'MONTHLY', 'HALF_EVEN', true)
            """)
        .update();
    jdbc.sql(
            """
            INSERT INTO product_rate VALUES ('plain', 'CREDIT', '2000-01-01', 0, 0.05), ('plain', 'DEBIT', '2000-01-01', 0, 0.10)
            """)
        .update();
    account(jdbc, 1, null);
    account(jdbc, 2, "2025-02-10");
    account(jdbc, 3, null);
    account(jdbc, 4, null);
    entry(jdbc, 1, "2025-01-01", "2025-01-01", "7300.00");
    entry(jdbc, 2, "2025-01-01", "2025-01-01", "7300.00");
    entry(jdbc, 3, "2025-01-01", "2025-01-01", "-365.00");
    entry(jdbc, 4, "2025-01-01", "2025-01-01", "7300.00");
    entry(jdbc, 4, "2025-01-31", "2025-02-03", "3650.00");
  }

  private static void account(JdbcClient jdbc, long id, @Nullable String closedOn) {
    jdbc.sql("INSERT INTO account VALUES (?, 'plain', 'EUR', '2025-01-01', ?::date)")
        .param(id)
        .param(2, closedOn, Types.VARCHAR)
        .update();
  }

  private static void entry(
      JdbcClient jdbc, long account, String valueDate, String bookingDate, String amount) {
    jdbc.sql(
            """
            INSERT INTO account_entry (account_id, value_date, booking_date, amount, source, reference)
            VALUES (:account, :value::date, :booking::date, :amount::numeric, 'test', :account || '/' || :value)
            """)
        .param("account", account)
        .param("value", valueDate)
        .param("booking", bookingDate)
        .param("amount", amount)
        .update();
  }
}
