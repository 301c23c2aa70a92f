package io.runledger.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MovableClockTest {

  private static final Instant START = Instant.parse("2026-11-30T16:29:59Z");

  private final MovableClock clock = MovableClock.at(START);

  @Test
  void it_stands_still_until_it_is_moved() {
    assertThat(clock.instant()).isEqualTo(START);
    assertThat(clock.getZone()).isEqualTo(ZoneOffset.UTC);

    assertThat(clock.advance(Duration.ofSeconds(1))).isEqualTo("2026-11-30T16:30:00Z");
    assertThat(clock.instant()).isEqualTo("2026-11-30T16:30:00Z");
    clock.advance(Duration.ofHours(-1));
    assertThat(clock.instant()).isEqualTo("2026-11-30T15:30:00Z");
    clock.set(START);
    assertThat(clock.instant()).isEqualTo(START);
  }

  @Test
  void its_view_from_another_zone_moves_with_it() {
    MovableClock saigon = clock.withZone(ZoneId.of("Asia/Ho_Chi_Minh"));

    clock.advance(Duration.ofSeconds(1));

    assertThat(LocalTime.now(saigon)).isEqualTo("23:30");
  }

  @Test
  void no_step_is_lost_between_threads() {
    IntStream.range(0, 10_000).parallel().forEach(i -> clock.advance(Duration.ofMillis(1)));

    assertThat(clock.instant()).isEqualTo(START.plusSeconds(10));
  }
}
