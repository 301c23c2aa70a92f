package io.runledger.lab.drill;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import io.runledger.lab.night.Scale;
import java.math.BigDecimal;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tenth of the real night, with real servers. */
class RedisDrillsIT {

  private static final Scale SCALE = new Scale(new BigDecimal("0.1"));

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"failover", "watchdog-dies/3.15.6", "ttl-too-short"})
  void what_a_lock_in_redis_lets_run_twice_has_one_effect_under_the_guard(String drill) {
    Outcome locked = play(drill, Guard.REDIS);
    Outcome guarded = play(drill, Guard.FULL);

    assertThat(locked.doubleEffects()).as(() -> told(locked)).isPositive();
    assertThat(guarded.doubleEffects()).as(() -> told(guarded)).isZero();
    assertThat(guarded.datesLost()).as(() -> told(guarded)).isZero();
  }

  @Test
  void a_hung_redis_loses_the_date_of_a_lock_and_not_the_guards() {
    Outcome locked = play("redis-gone/hung", Guard.REDIS);
    Outcome guarded = play("redis-gone/hung", Guard.FULL);

    assertThat(locked.datesLost()).as(() -> told(locked)).isOne();
    assertThat(guarded.datesLost()).as(() -> told(guarded)).isZero();
    assertThat(guarded.doubleEffects()).as(() -> told(guarded)).isZero();
  }

  private static Outcome play(String drill, Guard guard) {
    return Play.play(Drills.named(drill).get(0), guard, SCALE, moment -> {});
  }

  private static String told(Outcome outcome) {
    return "%s under %s: %s%n%s"
        .formatted(
            outcome.drill(),
            outcome.guard(),
            outcome.why(),
            outcome.moments().stream()
                .map(Moment::toString)
                .collect(Collectors.joining(System.lineSeparator())));
  }
}
