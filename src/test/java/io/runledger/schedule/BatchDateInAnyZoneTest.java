package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.test.ChildPod;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchDateInAnyZoneTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @DisplayName("RC-06 the batch date is the same in a JVM of any default zone")
  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/New_York", "Asia/Kolkata"})
  void the_date_is_the_schedules(String zone) {
    try (ChildPod pod =
        ChildPod.of(BatchDateMain.class)
            .environment("TZ", zone)
            .arguments("0 30 1 * * ?", "2026-08-31T20:00:00Z")
            .start()) {
      assertThat(pod.awaitLine(" due ", LIMIT)).isEqualTo("in " + zone + " due j 2026-09-01 of 1");
    }
  }
}
