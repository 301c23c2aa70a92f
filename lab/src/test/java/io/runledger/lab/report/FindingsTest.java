package io.runledger.lab.report;

import static io.runledger.lab.report.Nights.FAILOVER;
import static io.runledger.lab.report.Nights.LOSSY;
import static io.runledger.lab.report.Nights.matrix;
import static io.runledger.lab.report.Nights.played;
import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.lab.night.Guard;
import org.junit.jupiter.api.Test;

class FindingsTest {

  private static final Result DOUBLED = played(FAILOVER, Guard.REDIS, 120, 0, 1000);

  @Test
  void nothing_is_wrong_when_redis_doubles_and_full_does_not() {
    assertThat(Findings.of(matrix(DOUBLED, played(FAILOVER, Guard.FULL, 0, 0, 1000)), true))
        .isEmpty();
  }

  @Test
  void harm_under_full_is_a_broken_promise() {
    assertThat(Findings.of(matrix(DOUBLED, played(FAILOVER, Guard.FULL, 1, 0, 1000)), true))
        .singleElement()
        .asString()
        .contains("failover under guard full: 1 effects twice");
    assertThat(Findings.of(matrix(played(FAILOVER, Guard.FULL, 0, 1, 1000)), false))
        .singleElement()
        .asString()
        .contains("1 dates lost");
  }

  @Test
  void harm_beyond_the_promise_breaks_none() {
    assertThat(Findings.of(matrix(DOUBLED, played(LOSSY, Guard.FULL, 5, 0, 1000)), true)).isEmpty();
  }

  @Test
  void drills_of_which_none_doubles_under_redis_prove_nothing() {
    Matrix tame = matrix(played(FAILOVER, Guard.REDIS, 0, 0, 1000));
    assertThat(Findings.of(tame, true))
        .singleElement()
        .asString()
        .contains("No night under guard redis wrote an effect twice");
    assertThat(Findings.of(tame, false)).isEmpty();
  }

  @Test
  void a_night_that_was_not_played_is_told_with_its_reason() {
    assertThat(
            Findings.of(
                matrix(DOUBLED, new Result.Unplayed(FAILOVER, Guard.FULL, "no server")), true))
        .containsExactly(
            "failover under guard full was not played, and counts for nothing: no server");
  }
}
