package io.runledger.jobs.interest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.runledger.jobs.interest.terms.Capitalisation;
import io.runledger.jobs.interest.terms.DayCount;
import io.runledger.jobs.interest.terms.Interest;
import io.runledger.jobs.interest.terms.Kind;
import io.runledger.jobs.interest.terms.Product;
import io.runledger.jobs.interest.terms.Rates;
import io.runledger.jobs.interest.terms.Tier;
import io.runledger.jobs.interest.terms.Tiering;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that were worked out by hand, or by others. */
@DisplayName("Interest")
class InterestValuesTest {

  private static final LocalDate EVER = LocalDate.of(2000, 1, 1);
  private static final Product PLAIN = product(DayCount.ACT_365F, "0.05");

  @ParameterizedTest(name = "under {0} is {1}")
  @CsvSource({"ACT_365F, 249.32", "ACT_360, 252.78", "THIRTY_E_360, 250.00", "ACT_ACT, 248.86"})
  void on_10000_at_5_percent_from_November_2003_to_May_2004(DayCount dayCount, String expected) {
    assertThat(total(product(dayCount, "0.05"), "10000.00", "2003-11-01", "2004-05-01", 2))
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "on {0} at {1} for {2} nights is {4}")
  @CsvSource({
    "1234.56,  0.0125, 30,  2, 1.27",
    "50.00,    0.005,  365, 2, 0.25",
    "1000000,  0.001,  30,  0, 82",
    "1000.000, 0.0325, 30,  3, 2.671"
  })
  void accrued_daily_is_rounded_once(
      String principal, String rate, int nights, int digits, String expected) {
    LocalDate from = LocalDate.of(2025, 1, 1);
    String to = from.plusDays(nights).toString();
    assertThat(total(product(DayCount.ACT_365F, rate), principal, "2025-01-01", to, digits))
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} is {1} a day")
  @CsvSource({"MARGINAL, 3.2876712", "WHOLE, 4.9315068"})
  void on_60000_in_three_tiers(Tiering tiering, String expected) {
    Product tiered =
        product(
            DayCount.ACT_365F,
            tiering,
            Capitalisation.NONE,
            List.of(tier("0", "0.01"), tier("10000", "0.02"), tier("50000", "0.03")));
    assertThat(total(tiered, "60000.00", "2025-01-01", "2025-01-02", 7)).isEqualTo(expected);
  }

  @Test
  void of_a_balance_on_a_tiers_bound_is_at_the_rate_below_it() {
    List<Tier> tiers = List.of(tier("0", "0.01"), tier("10000", "0.02"));
    Product whole = product(DayCount.ACT_365F, Tiering.WHOLE, Capitalisation.NONE, tiers);
    assertThat(total(whole, "10000.00", "2025-01-01", "2026-01-01", 2)).isEqualTo("100.00");
    assertThat(total(whole, "10000.01", "2025-01-01", "2026-01-01", 2)).isEqualTo("200.00");
  }

  @ParameterizedTest(name = "0.125 is {1} by {0}")
  @CsvSource({"HALF_EVEN, 0.12", "HALF_UP, 0.13"})
  void is_rounded_by_the_products_mode(RoundingMode mode, String expected) {
    Interest eighth = new Interest(new BigDecimal("0.125").multiply(new BigDecimal(1_603_080)));
    assertThat(eighth.rounded(2, mode)).isEqualByComparingTo(expected);
  }

  @Test
  void of_an_overdraft_is_a_charge_in_a_bucket_of_its_own() {
    Product charging = product(DayCount.ACT_365F, "0.05", "0.18");
    Account account = account("2025-01-01", null);
    List<Accrual> accruals =
        run(charging, account, "2025-01-01", "2025-01-01", entry("2025-01-01", "-250.00"))
            .accruals();
    assertThat(accruals).hasSize(1);
    assertThat(accruals.get(0).interest().kind()).isEqualTo(Kind.DEBIT);
    assertThat(accruals.get(0).worth().rounded(7, RoundingMode.HALF_EVEN)).isEqualTo("-0.1232877");
  }

  @Test
  void of_the_leap_day_is_paid() {
    assertThat(total(PLAIN, "10000.00", "2024-02-28", "2024-03-01", 2)).isEqualTo("2.74");
  }

  @Test
  void of_an_account_closed_after_15_nights_is_posted_on_that_day() {
    Account account = account("2025-01-10", "2025-01-25");
    AccountInterest.Result result =
        run(PLAIN, account, "2025-01-01", "2025-01-31", entry("2025-01-10", "10000.00"));
    assertThat(result.accruals()).hasSize(15);
    assertThat(result.postings())
        .extracting(Posting::postingDate, Posting::valueDate, Posting::amount)
        .containsExactly(
            tuple(LocalDate.of(2025, 1, 25), LocalDate.of(2025, 1, 25), new BigDecimal("20.55")));
  }

  @Test
  void of_an_entry_booked_late_is_added_for_the_nights_between() {
    Account account = account("2025-01-01", null);
    Entry late =
        new Entry(LocalDate.of(2025, 3, 4), LocalDate.of(2025, 3, 10), new BigDecimal("2000.00"));
    List<Accrual> accruals = run(PLAIN, account, "2025-03-01", "2025-03-12", late).accruals();

    List<Accrual> adjustments =
        accruals.stream().filter(one -> one.night().isBefore(one.accrualDate())).toList();
    assertThat(adjustments)
        .extracting(one -> one.night().getDayOfMonth())
        .containsExactly(4, 5, 6, 7, 8, 9);
    assertThat(adjustments).allMatch(one -> one.accrualDate().getDayOfMonth() == 10);
    assertThat(sum(adjustments).rounded(2, RoundingMode.HALF_EVEN)).isEqualTo("1.64");
    assertThat(accruals).filteredOn(one -> one.night().equals(one.accrualDate())).hasSize(3);
  }

  @Test
  void of_a_late_credit_that_lifts_an_overdraft_takes_the_charge_back() {
    Product charging = product(DayCount.ACT_365F, "0.05", "0.18");
    Entry late =
        new Entry(LocalDate.of(2025, 3, 2), LocalDate.of(2025, 3, 3), new BigDecimal("365.00"));
    List<Accrual> accruals =
        run(
                charging,
                account("2025-03-01", null),
                "2025-03-01",
                "2025-03-03",
                entry("2025-03-01", "-100.00"),
                late)
            .accruals();
    assertThat(accruals)
        .filteredOn(one -> one.night().isBefore(one.accrualDate()))
        .extracting(
            one -> one.interest().kind(),
            one -> one.interest().principal().toPlainString(),
            one -> one.interest().annual().setScale(2).toPlainString())
        .containsExactlyInAnyOrder(
            tuple(Kind.CREDIT, "265.00", "13.25"), tuple(Kind.DEBIT, "100.00", "18.00"));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({"MONTHLY, 42.47 + 39.89 + 42.82", "QUARTERLY, 124.66"})
  void of_a_quarter_on_10000_capitalised(Capitalisation capitalisation, String expected) {
    Product product =
        product(DayCount.ACT_365F, Tiering.MARGINAL, capitalisation, List.of(tier("0", "0.05")));
    List<Posting> postings =
        run(
                product,
                account("2024-01-01", null),
                "2024-01-01",
                "2024-03-31",
                entry("2024-01-01", "10000.00"))
            .postings();
    assertThat(
            String.join(" + ", postings.stream().map(one -> one.amount().toPlainString()).toList()))
        .isEqualTo(expected);
  }

  private static String total(
      Product product, String principal, String from, String to, int digits) {
    LocalDate last = LocalDate.parse(to).minusDays(1);
    List<Accrual> accruals =
        run(product, account(from, null), from, last.toString(), entry(from, principal)).accruals();
    return sum(accruals).rounded(digits, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static Interest sum(List<Accrual> accruals) {
    return accruals.stream().map(Accrual::worth).reduce(Interest.ZERO, Interest::plus);
  }

  private static AccountInterest.Result run(
      Product product, Account account, String first, String last, Entry... entries) {
    Book book = new Book();
    Arrays.stream(entries).forEach(book::add);
    try {
      return AccountInterest.of(
          account,
          new Terms(product, 2),
          book,
          new CoveredDays(LocalDate.parse(first), LocalDate.parse(last)));
    } catch (UnworkableAccountException e) {
      throw new AssertionError(e);
    }
  }

  private static Account account(String openedOn, @Nullable String closedOn) {
    return new Account(
        1,
        "p",
        "EUR",
        LocalDate.parse(openedOn),
        closedOn == null ? null : LocalDate.parse(closedOn));
  }

  private static Entry entry(String date, String amount) {
    return new Entry(LocalDate.parse(date), LocalDate.parse(date), new BigDecimal(amount));
  }

  private static Tier tier(String above, String rate) {
    return new Tier(new BigDecimal(above), new BigDecimal(rate));
  }

  private static Product product(DayCount dayCount, String rate) {
    return product(dayCount, Tiering.MARGINAL, Capitalisation.NONE, List.of(tier("0", rate)));
  }

  private static Product product(
      DayCount dayCount, Tiering tiering, Capitalisation capitalisation, List<Tier> tiers) {
    return new Product(
        "p",
        dayCount,
        tiering,
        capitalisation,
        RoundingMode.HALF_EVEN,
        false,
        Map.of(Kind.CREDIT, new Rates(Map.of(EVER, tiers))));
  }

  private static Product product(DayCount dayCount, String credit, String debit) {
    return new Product(
        "p",
        dayCount,
        Tiering.MARGINAL,
        Capitalisation.NONE,
        RoundingMode.HALF_EVEN,
        true,
        Map.of(
            Kind.CREDIT, new Rates(Map.of(EVER, List.of(tier("0", credit)))),
            Kind.DEBIT, new Rates(Map.of(EVER, List.of(tier("0", debit))))));
  }
}
