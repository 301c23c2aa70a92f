package io.runledger.jobs.interest.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.opengamma.strata.basics.date.DayCounts;
import java.time.LocalDate;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Nights, added up one by one, against Strata's fractions between two dates. */
@DisplayName("The nights between two dates add up to")
class DayCountTest {

  private static final LocalDate EARLIEST = LocalDate.of(1999, 1, 1);

  @RepeatedTest(200)
  void what_Strata_says_of_30E_360(RepetitionInfo repetition) {
    LocalDate[] dates = dates(repetition);
    int days =
        dates[0]
            .datesUntil(dates[1])
            .mapToInt(night -> DayCount.THIRTY_E_360.night(night).days())
            .sum();
    assertThat(days).isEqualTo(DayCounts.THIRTY_E_360.days(dates[0], dates[1]));
  }

  @RepeatedTest(200)
  void what_Strata_says_of_ACT_ACT_ISDA(RepetitionInfo repetition) {
    LocalDate[] dates = dates(repetition);
    Map<Integer, Integer> daysByBasis =
        dates[0]
            .datesUntil(dates[1])
            .map(DayCount.ACT_ACT::night)
            .collect(
                Collectors.groupingBy(
                    DayFraction::basis, Collectors.summingInt(DayFraction::days)));
    double years =
        daysByBasis.getOrDefault(365, 0) / 365.0 + daysByBasis.getOrDefault(366, 0) / 366.0;
    assertThat(years)
        .isCloseTo(DayCounts.ACT_ACT_ISDA.yearFraction(dates[0], dates[1]), within(1e-12));
  }

  @RepeatedTest(50)
  void what_Strata_says_of_ACT_365F_and_ACT_360(RepetitionInfo repetition) {
    LocalDate[] dates = dates(repetition);
    int days = DayCounts.ACT_365F.days(dates[0], dates[1]);
    assertThat(dates[0].datesUntil(dates[1]).map(DayCount.ACT_365F::night))
        .hasSize(days)
        .allMatch(new DayFraction(1, 365)::equals);
    assertThat(dates[0].datesUntil(dates[1]).map(DayCount.ACT_360::night))
        .hasSize(days)
        .allMatch(new DayFraction(1, 360)::equals);
  }

  /** Two dates up to eight years apart, from the repetition's number. */
  private static LocalDate[] dates(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    LocalDate from = EARLIEST.plusDays(random.nextInt(12_000));
    return new LocalDate[] {from, from.plusDays(random.nextInt(3_000))};
  }
}
