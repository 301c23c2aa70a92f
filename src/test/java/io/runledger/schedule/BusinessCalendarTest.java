package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BusinessCalendarTest {

  private static final List<DayOfWeek> WEEKEND = List.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);

  private static LocalDate day(String date) {
    return LocalDate.parse(date);
  }

  @Test
  void holidays_of_the_list_and_of_the_country_are_added_up() {
    BusinessCalendar bank =
        BusinessCalendar.of(
            "bank", WEEKEND, List.of(day("2026-02-17"), day("2026-02-18")), List.of("VN"));
    assertThat(bank.whyNot(day("2026-02-17"))).contains("a holiday");
    assertThat(bank.whyNot(day("2026-04-30"))).contains("the holiday Unification Day");
    assertThat(bank.whyNot(day("2026-02-21"))).contains("a Saturday");
    assertThat(bank.isBusinessDay(day("2026-02-19"))).isTrue();
    assertThat(bank.previous(day("2026-02-19"))).isEqualTo("2026-02-16");
    assertThat(bank.coveredFrom(day("2026-02-19"))).isEqualTo("2026-02-17");
  }

  @ParameterizedTest
  @CsvSource({
    "DE, 2026-10-03, the holiday German Unity Day",
    "de-by, 2026-06-04, the holiday Corpus Christi",
    "DE-BE, 2027-03-08, the holiday International Women's Day",
    "TARGET, 2026-04-06, the holiday Easter Monday",
    // Independence Day is a Saturday; the exchange closes the day before.
    "NYSE, 2026-07-03, the holiday Independence Day"
  })
  void a_place_is_a_code_of_jollydays(String place, LocalDate date, String expected) {
    assertThat(BusinessCalendar.of("c", List.of(), List.of(), List.of(place)).whyNot(date))
        .contains(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "XX, Write the code of a country",
    "DE-XX, there is no XX in it",
    "TARGET-DE, there is no DE in it",
    "DE/by, Write the code of a country",
    "'', Write the code of a country"
  })
  void an_unknown_place_is_refused(String place, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BusinessCalendar.of("c", List.of(), List.of(), List.of(place)))
        .withMessageContaining("'" + place + "'")
        .withMessageContaining(why);
  }

  @Test
  void a_day_covers_what_nobody_covered_over_year_end_month_end_and_leap_day() {
    BusinessCalendar bank =
        BusinessCalendar.of("bank", WEEKEND, List.of(day("2027-01-01")), List.of());
    assertThat(bank.coveredFrom(day("2027-01-04"))).isEqualTo("2027-01-01");
    assertThat(bank.coveredFrom(day("2026-06-01"))).isEqualTo("2026-05-30");
    assertThat(bank.coveredFrom(day("2024-03-01"))).isEqualTo("2024-03-01");
    assertThat(bank.previous(day("2024-03-01"))).isEqualTo("2024-02-29");
    assertThat(bank.previous(day("2027-01-03"))).isEqualTo("2026-12-31");
  }

  @Test
  void each_calendar_day_of_a_year_is_covered_exactly_once() {
    BusinessCalendar bank = BusinessCalendar.of("bank", WEEKEND, List.of(), List.of("DE-BY"));
    LocalDate expected = day("2025-12-31");
    LocalDate end = day("2028-12-29");
    for (LocalDate date = day("2025-12-31"); !date.isAfter(end); date = date.plusDays(1)) {
      if (bank.isBusinessDay(date)) {
        assertThat(bank.coveredFrom(date)).isEqualTo(expected);
        expected = date.plusDays(1);
      }
    }
    assertThat(expected).isEqualTo("2028-12-30");
  }

  @Test
  void where_each_day_is_a_business_day_a_run_covers_its_own_date() {
    assertThat(BusinessCalendar.EVERY_DAY.name()).isEmpty();
    assertThat(BusinessCalendar.EVERY_DAY.coveredFrom(day("2026-11-29"))).isEqualTo("2026-11-29");
    assertThat(BusinessCalendar.EVERY_DAY.isBusinessDay(day("2026-11-29"))).isTrue();
  }

  @Test
  void a_calendar_that_never_opens_is_refused_or_found_out() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> BusinessCalendar.of("closed", List.of(DayOfWeek.values()), List.of(), List.of()))
        .withMessageContaining("'closed'")
        .withMessageContaining("all seven days");
    BusinessCalendar never = BusinessCalendar.of("never", date -> Optional.of("closed"));
    assertThatIllegalStateException()
        .isThrownBy(() -> never.previous(day("2026-11-29")))
        .withMessageContaining("'never' has no business day in the 400 days before 2026-11-29");
  }
}
