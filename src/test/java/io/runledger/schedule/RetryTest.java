package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryTest {

  @Test
  void delays_double_up_to_the_longest() {
    Retry retry = new Retry(10, Duration.ofMinutes(1), Duration.ofMinutes(10));
    assertThat(retry.delayAfter(1)).hasMinutes(1);
    assertThat(retry.delayAfter(2)).hasMinutes(2);
    assertThat(retry.delayAfter(4)).hasMinutes(8);
    assertThat(retry.delayAfter(5)).hasMinutes(10);
    assertThat(retry.delayAfter(Integer.MAX_VALUE)).hasMinutes(10);
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
    assertThat(new Retry(1, Duration.ofDays(1), 7, longest).delayAfter(1000)).isEqualTo(longest);
    assertThat(new Retry(1, Duration.ZERO, Duration.ofHours(1)).delayAfter(99)).isZero();
    assertThat(new Retry(1, Duration.ofHours(1), 1, Duration.ofHours(2)).delayAfter(99))
        .hasHours(1);
  }

  @Test
  void a_run_fails_for_good_after_the_attempts_that_it_gets() {
    assertThat(Retry.NONE.isAllowedAfter(1)).isFalse();
    Retry retry = new Retry(2, Duration.ofMinutes(1), Duration.ofHours(1));
    assertThat(retry.isAllowedAfter(2)).isTrue();
    assertThat(retry.isAllowedAfter(3)).isFalse();
  }

  @Test
  void what_makes_no_sense_is_refused() {
    Duration minute = Duration.ofMinutes(1);
    assertThatIllegalArgumentException().isThrownBy(() -> new Retry(-1, minute, minute));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Retry(1, minute.negated(), minute))
        .withMessageContaining("PT-1M");
    assertThatIllegalArgumentException().isThrownBy(() -> new Retry(1, minute, 0, minute));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Retry(1, minute, Duration.ofSeconds(1)))
        .withMessageContaining("PT1S");
  }
}
