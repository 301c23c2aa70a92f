package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.runledger.guard.AttemptEnd;
import io.runledger.guard.GuardListener;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.Pod;
import io.runledger.run.RunKey;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The meters")
class GuardMetersTest {

  private static GuardedApplication application;
  private static MeterRegistry registry;
  private static long seriesOfOneDate;

  @BeforeAll
  static void start() throws Exception {
    Database db = PostgresServer.shared().newDatabase();
    application =
        GuardedApplication.start(
            db, "--runledger.filter.nodes=redis://127.0.0.1:1", "--spring.application.name=meters");
    registry = application.bean(MeterRegistry.class);
    application.run("copy", GuardedApplication.DAY);
    application.run("split", GuardedApplication.DAY);
    application.run("fall", GuardedApplication.DAY);
    application.ask("copy", Cause.person("ann", null));
    application.ask("copy", Cause.person("ann", null));
    awaitStepsTold(3);
    seriesOfOneDate = series().count();
    application.run("copy", GuardedApplication.DAY.plusDays(1));
    application.run("split", GuardedApplication.DAY.plusDays(1));
    awaitStepsTold(5);
  }

  private static void awaitStepsTold(long steps) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                registry.find(GuardMeters.STEP_DURATION).timers().stream()
                        .mapToLong(Timer::count)
                        .sum()
                    == steps);
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  @Test
  void verdicts_are_counted_by_job_word_and_layer() {
    assertThat(count(GuardMeters.VERDICTS, "job", "copy", "verdict", "STARTED", "layer", "LEDGER"))
        .isEqualTo(2);
    assertThat(count(GuardMeters.VERDICTS, "job", "copy", "verdict", "ALREADY_COMPLETED"))
        .isEqualTo(2);
  }

  @Test
  void a_request_that_redis_could_not_answer_is_counted() {
    assertThat(count(GuardMeters.FILTER_UNKNOWN)).isEqualTo(5);
  }

  @Test
  void runs_are_timed_by_job_and_end() {
    assertThat(registry.get(GuardMeters.RUN_DURATION).tags("job", "copy").timer().count())
        .isEqualTo(2);
    assertThat(
            registry
                .get(GuardMeters.RUN_DURATION)
                .tags("job", "fall", "status", "FAILED")
                .timer()
                .count())
        .isEqualTo(1);
  }

  @Test
  void steps_are_timed_and_their_rows_counted() {
    assertThat(
            registry
                .get(GuardMeters.STEP_DURATION)
                .tags("job", "copy", "step", "load", "status", "COMPLETED")
                .timer()
                .count())
        .isEqualTo(2);
    assertThat(count(GuardMeters.STEP_READ, "job", "copy", "step", "load")).isEqualTo(100);
    assertThat(count(GuardMeters.STEP_WRITTEN, "job", "copy", "step", "load")).isEqualTo(100);
  }

  @Test
  void partitions_count_as_their_step_and_each_row_once() {
    assertThat(count(GuardMeters.STEP_READ, "job", "split")).isEqualTo(120);
    assertThat(registry.find(GuardMeters.STEP_READ).tags("job", "split").counters())
        .singleElement()
        .satisfies(counter -> assertThat(counter.getId().getTag("step")).isEqualTo("all"));
  }

  @Test
  void what_counts_trouble_is_there_from_the_start_at_zero() {
    for (String name :
        List.of(
            GuardMeters.FILTER_LOST,
            GuardMeters.RENEWALS_FAILED,
            GuardMeters.FENCE_REFUSALS,
            GuardMeters.ATTEMPTS_LOST)) {
      assertThat(registry.get(name).tags("job", "copy").counter().count()).as(name).isZero();
    }
  }

  @Test
  void another_date_adds_no_series() {
    assertThat(series().count()).isEqualTo(seriesOfOneDate);
    assertThat(series().flatMap(meter -> meter.getId().getTags().stream()))
        .extracting(Tag::getKey)
        .containsOnly("job", "verdict", "layer", "status", "step");
  }

  @Test
  void each_event_of_an_attempt_moves_its_meter() {
    SimpleMeterRegistry own = new SimpleMeterRegistry();
    GuardListener meters = new GuardMeters(own);
    Attempt attempt =
        new Attempt(
            RunKey.of("copy", GuardedApplication.DAY),
            UUID.randomUUID(),
            1,
            1,
            7,
            Pod.ofThisBoot(),
            GuardedApplication.DAY);

    meters.filterLost(attempt);
    meters.renewalFailed(attempt, new IllegalStateException("away"));
    meters.attemptLost(attempt, "another has it");
    meters.fenceRefused(attempt);
    meters.fenceRefused(attempt);
    meters.attemptEnded(attempt, AttemptEnd.lost("another has it"), Duration.ofSeconds(3));

    assertThat(own.get(GuardMeters.FILTER_LOST).tag("job", "copy").counter().count()).isEqualTo(1);
    assertThat(own.get(GuardMeters.RENEWALS_FAILED).counter().count()).isEqualTo(1);
    assertThat(own.get(GuardMeters.ATTEMPTS_LOST).counter().count()).isEqualTo(1);
    assertThat(own.get(GuardMeters.FENCE_REFUSALS).counter().count()).isEqualTo(2);
    assertThat(own.get(GuardMeters.RUN_DURATION).tag("status", "LOST").timer().count())
        .isEqualTo(1);
  }

  @Test
  void each_meter_stands_in_the_documentation() throws Exception {
    String documentation = Files.readString(Path.of("../docs/metrics.md"));
    assertThat(
            Arrays.stream(GuardMeters.class.getFields())
                .filter(field -> field.getType() == String.class)
                .map(GuardMetersTest::name))
        .hasSize(12)
        .allSatisfy(name -> assertThat(documentation).contains("`" + name + "`"));
  }

  private static String name(java.lang.reflect.Field constant) {
    try {
      return (String) constant.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long count(String name, String... tags) {
    return Math.round(
        registry.find(name).tags(tags).counters().stream()
            .mapToDouble(counter -> counter.count())
            .sum());
  }

  private static Stream<Meter> series() {
    return registry.getMeters().stream()
        .filter(meter -> meter.getId().getName().startsWith("runledger."));
  }
}
