package io.runledger.lab.report;

import static io.runledger.lab.report.Nights.FAILOVER;
import static io.runledger.lab.report.Nights.LOSSY;
import static io.runledger.lab.report.Nights.matrix;
import static io.runledger.lab.report.Nights.played;
import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.lab.night.Guard;
import org.junit.jupiter.api.Test;

class MatrixTextTest {

  private static final Matrix MATRIX =
      matrix(
          played(FAILOVER, Guard.REDIS, 120, 0, 1234),
          played(FAILOVER, Guard.FULL, 0, 0, 990),
          new Result.Unplayed(LOSSY, Guard.REDIS, "no server"),
          played(LOSSY, Guard.FULL, 5, 1, 6050));

  @Test
  void each_night_has_its_three_figures_in_one_column() {
    assertThat(MatrixText.of(MATRIX))
        .containsSubsequence(
            "                                  redis                  full",
            "failover                          ! 120 / 0 /   1.2          0 / 0 /   1.0",
            "database-failover/asynchronous *  not played             !   5 / 1 /   6.1",
            "nights without harm               0 of 1                 1 of 2");
  }

  @Test
  void it_says_why_a_guard_let_harm_through_and_marks_the_limit_of_the_promise() {
    assertThat(MatrixText.of(MATRIX))
        .containsSubsequence(
            "* the limit of the promise: against this fault nothing is promised",
            "What redis let through, and why:",
            "  failover: Why failover under redis.",
            "What full let through, and why:",
            "  database-failover/asynchronous *: Why database-failover/asynchronous under full.");
  }

  @Test
  void a_guard_whose_nights_were_not_played_is_not_praised() {
    assertThat(MatrixText.of(matrix(new Result.Unplayed(FAILOVER, Guard.REDIS, "no server"))))
        .noneMatch(line -> line.contains("let nothing through"))
        .anyMatch(line -> line.contains("0 of 0"));
  }

  @Test
  void a_guard_without_harm_is_said_to_be_so_with_how_many_nights_that_is() {
    assertThat(MatrixText.of(matrix(played(FAILOVER, Guard.FULL, 0, 0, 990))))
        .endsWith("", "full let nothing through: 1 of 1 nights without harm.");
  }
}
