package io.runledger.lab.drill;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import io.runledger.lab.night.Scale;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Some of the drills in which pods and databases fail, played as users play them. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class DatabaseDrillsIT {

  private static final Scale TENTH = new Scale(new BigDecimal("0.1"));

  @Test
  void a_pod_that_slept_longer_than_its_lease_writes_doubles_under_redis_and_a_lease() {
    Outcome outcome = play("frozen-holder/longer-than-lease", Guard.REDIS_LEASE);

    assertThat(outcome.doubleEffects()).as(outcome.toString()).isPositive();
  }

  @Test
  void a_pod_that_slept_longer_than_its_lease_commits_nothing_more_under_the_fence() {
    Outcome outcome = play("frozen-holder/longer-than-lease", Guard.FULL);

    assertHarmless(outcome);
    assertThat(outcome.moments())
        .as("the successor worked")
        .anyMatch(moment -> granted(moment) && moment.text().startsWith("RESUMED"));
  }

  @Test
  void a_job_that_is_short_runs_twice_under_a_lock_and_once_under_a_lease_that_is_kept() {
    assertThat(play("short-job-skew/half-a-second", Guard.REDIS).doubleEffects()).isEqualTo(5);
    assertHarmless(play("short-job-skew/half-a-second", Guard.REDIS_LEASE));
  }

  @Test
  void a_failover_of_the_database_that_forgets_commits_is_beyond_the_promise_and_says_so() {
    Outcome outcome = play("database-failover/asynchronous", Guard.FULL);

    assertThat(outcome.beyondThePromise()).isTrue();
    assertThat(outcome.isHarmless()).as(outcome.toString()).isFalse();
  }

  @Test
  void a_failover_of_the_database_that_forgets_nothing_doubles_nothing() {
    Outcome outcome = play("database-failover/synchronous", Guard.FULL);

    assertThat(outcome.beyondThePromise()).isFalse();
    assertHarmless(outcome);
  }

  private static Outcome play(String drill, Guard guard) {
    return Play.play(Drills.named(drill).get(0), guard, TENTH, moment -> {});
  }

  private static boolean granted(Moment moment) {
    return moment.kind() == Happening.GRANTED;
  }

  private static void assertHarmless(Outcome outcome) {
    assertThat(outcome.isHarmless()).as(outcome.toString()).isTrue();
  }
}
