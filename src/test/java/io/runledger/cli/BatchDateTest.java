package io.runledger.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class BatchDateTest {

  private final BatchDate date = new BatchDate();

  @ParameterizedTest
  @ValueSource(strings = {"2026-03-31", "20260331"})
  void a_date_with_or_without_dashes_is_the_same_date(String text) {
    assertThat(date.convert(text)).isEqualTo(LocalDate.of(2026, 3, 31));
  }

  @Test
  void a_leap_day_is_a_date() {
    assertThat(date.convert("20280229")).isEqualTo(LocalDate.of(2028, 2, 29));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-31T00:00:00+02:00",
        "2026-03-31T00:00",
        "2026-03-31Z",
        "20260331Z",
        "31.03.2026",
        "03/31/2026",
        "2026-3-31",
        "2026-0331",
        "202603-31",
        "26-03-31",
        "2026-02-30",
        "20270229",
        "2026-13-01",
        "+2026-03-31",
        " 2026-03-31",
        "\u0662\u0660\u0662\u0666-03-31",
        "today",
        ""
      })
  void nothing_else_is_a_date(String text) {
    assertThatThrownBy(() -> date.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'" + text + "' is no batch date")
        .hasMessageContaining("write it as 2026-11-30 or 20261130");
  }
}
