package io.runledger.lab.report;

import static io.runledger.lab.report.Nights.FAILOVER;
import static io.runledger.lab.report.Nights.matrix;
import static io.runledger.lab.report.Nights.played;
import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.lab.night.Guard;
import org.junit.jupiter.api.Test;

class OutcomesJsonTest {

  @Test
  void a_night_is_six_fields_with_its_time_as_an_exact_decimal() {
    assertThat(OutcomesJson.of(matrix(played(FAILOVER, Guard.REDIS_LEASE, 120, 1, 61_000))))
        .isEqualToIgnoringWhitespace(
            """
            [{"drill": "failover", "guard": "redis+lease", "effects": 420, "doubleEffects": 120,
              "datesLost": 1, "standStillSeconds": 61.000}]
            """);
  }

  @Test
  void a_night_that_was_not_played_has_no_figures() {
    assertThat(OutcomesJson.of(matrix(new Result.Unplayed(FAILOVER, Guard.FULL, "no server"))))
        .isEqualToIgnoringWhitespace("[]");
  }
}
