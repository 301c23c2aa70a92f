package io.runledger.jobs.interest;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.jobs.InterestData;
import io.runledger.jobs.portfolio.Generator;
import io.runledger.operate.Outcome;
import io.runledger.operate.Verification.Check;
import io.runledger.run.RunStatus;
import java.sql.Types;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Runs that are for more days than their batch date. */
@DisplayName("The run of a business day")
class CoveredDaysIT {

  private static final Set<DayOfWeek> WEEKEND = EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);

  /** New Year; Good Friday and Easter Monday, which make a run of five days over a month's end. */
  private static final Set<LocalDate> HOLIDAYS =
      Set.of(LocalDate.of(2024, 1, 1), LocalDate.of(2024, 3, 29), LocalDate.of(2024, 4, 1));

  @AutoClose private final InterestApplication byBusinessDay = start();

  private static InterestApplication start() {
    return InterestApplication.start(
        "--eod-interest.chunk-size=150", "--eod-interest.partitions=2");
  }

  /**
   * A leap day on a Saturday; a year's end on a Sunday before a holiday; a leap day on a Thursday;
   * a quarter's end on Easter Sunday.
   */
  @Test
  @DisplayName("writes what a run for each of its days would have written, to the last digit")
  void writes_what_daily_runs_would_have_written() {
    try (InterestApplication daily = start()) {
      for (InterestApplication each : List.of(byBusinessDay, daily)) {
        prepare(each);
      }
      backfill(daily, "2020-02-27", "2020-03-03");
      backfill(daily, "2023-12-28", "2024-04-03");
      int runs =
          byBusinessDays("2020-02-27", "2020-03-03") + byBusinessDays("2023-12-28", "2024-04-03");

      assertThat(runs).isEqualTo(4 + 67);
      assertThat(new InterestData(byBusinessDay.database()).rows())
          .isEqualTo(new InterestData(daily.database()).rows());
      assertThat(count("SELECT count(*) FROM interest_posting WHERE posting_date = '2024-03-31'"))
          .as("postings of the Sunday in the run of the Tuesday after")
          .isGreaterThan(100);
      assertThat(
              count(
                  "SELECT count(*) FROM interest_accrual WHERE accrual_date = '2024-03-30' AND night < accrual_date"))
          .as("adjustments for entries booked on a Saturday")
          .isPositive();
      assertThat(count("SELECT count(*) FROM interest_posting WHERE account_id = 3 AND amount > 0"))
          .as("opened and closed between two runs, and posted")
          .isEqualTo(1);
      assertThat(broken(byBusinessDay.verify())).isEmpty();
      assertThat(
              broken(
                  byBusinessDay.bean(InterestVerification.class).verify(LocalDate.of(2024, 4, 2))))
          .isEmpty();
    }
  }

  @Test
  @DisplayName("is verified with all of its days")
  void is_verified_with_all_of_its_days() {
    product(byBusinessDay, "plain", "2000-01-01");
    account(byBusinessDay, 1, "plain", "2024-03-01", null);
    assertComplete(byBusinessDay.run(LocalDate.of(2024, 3, 30), LocalDate.of(2024, 4, 1)));
    byBusinessDay
        .jdbc()
        .sql("UPDATE interest_accrual SET principal = 1 WHERE accrual_date = '2024-03-30'")
        .update();
    InterestVerification verification = byBusinessDay.bean(InterestVerification.class);
    assertThat(broken(verification.verify(LocalDate.of(2024, 4, 1)))).containsEntry("accruals", 1L);
    assertThat(broken(verification.verify(null))).containsEntry("accruals", 1L);
  }

  @Test
  @DisplayName(
      "has nothing of an account that fails on one of its days, counts it on each, and mends it on all")
  void has_nothing_of_an_account_that_fails_on_one_of_its_days() {
    product(byBusinessDay, "plain", "2000-01-01");
    product(byBusinessDay, "from-sunday", "2024-03-31");
    account(byBusinessDay, 1, "plain", "2024-03-01", null);
    account(byBusinessDay, 2, "from-sunday", "2024-03-01", null);
    account(byBusinessDay, 3, "no-such", "2024-03-31", null);

    LocalDate saturday = LocalDate.of(2024, 3, 30);
    LocalDate monday = LocalDate.of(2024, 4, 1);
    Outcome failed = byBusinessDay.run(saturday, monday);

    assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
    assertThat(failed.message())
        .contains("2 accounts could not be worked with on 2024-04-01")
        .contains("product 'from-sunday' has no CREDIT rate on 2024-03-30");
    assertThat(counted())
        .containsExactly(
            "2024-03-30: 2 = 1 + 0 + 1", "2024-03-31: 3 = 1 + 0 + 2", "2024-04-01: 3 = 1 + 0 + 2");
    assertThat(count("SELECT count(*) FROM interest_accrual WHERE account_id = 2")).isZero();

    product(byBusinessDay, "no-such", "2000-01-01");
    byBusinessDay
        .jdbc()
        .sql("INSERT INTO product_rate VALUES ('from-sunday', 'CREDIT', '2024-03-01', 0, 0.05)")
        .update();
    assertComplete(byBusinessDay.run(monday.toString()));

    assertThat(counted())
        .containsExactly(
            "2024-03-30: 2 = 2 + 0 + 0", "2024-03-31: 3 = 3 + 0 + 0", "2024-04-01: 3 = 3 + 0 + 0");
    assertThat(count("SELECT count(*) FROM interest_accrual WHERE account_id IN (2, 3)"))
        .isEqualTo(5);
    assertThat(broken(byBusinessDay.verify())).isEmpty();
  }

  private List<String> counted() {
    return byBusinessDay
        .jdbc()
        .sql(
            """
            SELECT accrual_date || format(': %s = %s + %s + %s', sum(accounts), sum(accrued), sum(excluded), sum(failed))
              FROM reconciliation GROUP BY accrual_date ORDER BY accrual_date
            """)
        .query(String.class)
        .list();
  }

  /** Runs each business day with the days since the one before; how many. */
  private int byBusinessDays(String from, String to) {
    int runs = 0;
    LocalDate first = LocalDate.parse(from);
    for (LocalDate day : first.datesUntil(LocalDate.parse(to).plusDays(1)).toList()) {
      if (!WEEKEND.contains(day.getDayOfWeek()) && !HOLIDAYS.contains(day)) {
        assertComplete(byBusinessDay.run(first, day));
        first = day.plusDays(1);
        runs++;
      }
    }
    return runs;
  }

  private static void backfill(InterestApplication application, String from, String to) {
    application.backfill(from, to).forEach(CoveredDaysIT::assertComplete);
  }

  private static void assertComplete(Outcome outcome) {
    assertThat(outcome.isComplete()).as("%s", outcome).isTrue();
  }

  private static Map<String, Long> broken(List<Check> checks) {
    return checks.stream()
        .filter(check -> check.broken() > 0)
        .collect(Collectors.toMap(Check::name, Check::broken));
  }

  private long count(String sql) {
    return byBusinessDay.jdbc().sql(sql).query(Long.class).single();
  }

  /** A portfolio of all products, and what is hard about weekends. */
  private static void prepare(InterestApplication application) {
    application.bean(Generator.class).generate(Integer.getInteger("runledger.accounts", 600), 11);
    product(application, "plain", "2000-01-01");
    account(application, 1, "plain", "2023-12-30", null);
    account(application, 2, "plain", "2023-12-31", "2024-03-30");
    account(application, 3, "plain", "2024-03-30", "2024-03-31");
    account(application, 4, "plain", "2024-02-29", "2024-04-01");
    account(application, 5, "plain", "2020-02-29", "2020-03-01");
    JdbcClient jdbc = application.jdbc();
    // On a Saturday into the month before; on a Monday, a holiday, for the Saturday in the same
    // run.
    book(jdbc, "account_id % 10 = 0", "2024-02-26", "2024-03-30");
    book(jdbc, "account_id % 10 = 1", "2024-03-30", "2024-04-01");
    book(jdbc, "account_id % 10 = 2", "2023-12-28", "2023-12-31");
    // The day after the account was closed, in the same run: it bears nothing any more.
    book(jdbc, "account_id = 2", "2024-03-28", "2024-03-31");
    jdbc.sql(
            """
            UPDATE account SET closed_on = CASE account_id % 4 WHEN 0 THEN date '2023-12-31' WHEN 1 THEN '2024-03-31'
                                                               WHEN 2 THEN '2024-04-01' ELSE '2024-02-29' END
             WHERE account_id % 13 = 0 AND opened_on < '2023-12-01' AND closed_on IS NULL
            """)
        .update();
  }

  private static void book(JdbcClient jdbc, String accounts, String valueDate, String bookingDate) {
    jdbc.sql(
            """
            INSERT INTO account_entry (account_id, value_date, booking_date, amount, source, reference)
            SELECT account_id, :valueDate::date, :bookingDate::date,
                   CASE WHEN account_id %% 20 < 10 THEN 90000000 ELSE -90000000 END,
                   'test', account_id || '/' || :valueDate
              FROM account
             WHERE %s AND opened_on < :valueDate::date
            """
                .formatted(accounts))
        .param("valueDate", valueDate)
        .param("bookingDate", bookingDate)
        .update();
  }

  private static void product(InterestApplication application, String id, String validFrom) {
    JdbcClient jdbc = application.jdbc();
    jdbc.sql("INSERT INTO product VALUES (?, 'ACT/ACT', 'MARGINAL', 'MONTHLY', 'HALF_EVEN', false)")
        .param(id)
        .update();
    jdbc.sql("INSERT INTO product_rate VALUES (?, 'CREDIT', ?::date, 0, 0.05)")
        .param(id)
        .param(validFrom)
        .update();
  }

  private static void account(
      InterestApplication application,
      long id,
      String product,
      String openedOn,
      @Nullable String closedOn) {
    JdbcClient jdbc = application.jdbc();
    jdbc.sql("INSERT INTO account VALUES (?, ?, 'EUR', ?::date, ?::date)")
        .param(id)
        .param(product)
        .param(openedOn)
        .param(4, closedOn, Types.VARCHAR)
        .update();
    jdbc.sql(
            """
            INSERT INTO account_entry (account_id, value_date, booking_date, amount, source, reference)
            VALUES (:account, :date::date, :date::date, 12345.67, 'test', :account || '/opening')
            """)
        .param("account", id)
        .param("date", openedOn)
        .update();
  }
}
