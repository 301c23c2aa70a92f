package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.batch.GuardedApplication;
import io.runledger.operate.ManualHolds;
import io.runledger.operate.Person;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.contributor.Status;

/** Green means that nothing is overdue. */
class PunctualityTest {

  private static final Person ANN = new Person("ann", "a test");
  private static final String NIGHTLY = "runledger.jobs.a.cron=0 30 23 * * ?";

  private final Night night = new Night("2026-03-01T12:00:00Z");

  @AfterEach
  void close() {
    night.close();
  }

  private static JobPunctuality of(GuardedApplication pod, String job) {
    return pod.bean(Punctuality.class).look().stream()
        .filter(one -> one.job().equals(job))
        .findFirst()
        .orElseThrow();
  }

  private static IndicatedHealthDescriptor health(GuardedApplication pod) {
    return (IndicatedHealthDescriptor)
        Objects.requireNonNull(pod.bean(HealthEndpoint.class).healthForPath("runledger"));
  }

  private static Map<?, ?> detail(GuardedApplication pod, String job) {
    return ((List<?>) Objects.requireNonNull(health(pod).getDetails().get("jobs")))
        .stream()
            .map(one -> (Map<?, ?>) one)
            .filter(one -> job.equals(one.get("job")))
            .findFirst()
            .orElseThrow();
  }

  private GuardedApplication pod(String... properties) {
    return night.pod(
        List.of("a", "b"),
        Stream.concat(
                Stream.of(properties),
                Stream.of(
                    "management.endpoint.health.show-details=always",
                    "management.endpoint.health.probes.enabled=true"))
            .toArray(String[]::new));
  }

  private void awaitRegistered(String job) {
    await()
        .atMost(Night.LIMIT)
        .until(
            () ->
                night
                        .jdbc
                        .sql("SELECT count(*) FROM runledger.batch_job WHERE job_name = ?")
                        .param(job)
                        .query(Long.class)
                        .single()
                    > 0);
  }

  @Test
  @DisplayName(
      "RC-38 with every scheduler silent health says so within the grace, and liveness stays UP")
  void a_silent_scheduler_is_seen() {
    GuardedApplication worker = pod(NIGHTLY);
    awaitRegistered("a");
    // Whatever silences it, a standby or a blocked pool: nothing asks any more.
    worker.bean(Waker.class).stop();
    night.clock.set(Instant.parse("2026-03-01T23:30:59Z"));
    assertThat(of(worker, "a").isOverdue()).as("within the grace").isFalse();
    assertThat(health(worker).getStatus()).isEqualTo(Status.UP);

    night.clock.set(Instant.parse("2026-03-01T23:31:01Z"));
    assertThat(health(worker).getStatus()).isEqualTo(Status.DOWN);
    assertThat(detail(worker, "a").get("overdue")).isEqualTo(true);
    assertThat(detail(worker, "a").get("run")).isEqualTo("a 2026-03-01");
    assertThat(detail(worker, "a").get("why")).isEqualTo("it was not run");
    assertThat(
            Objects.requireNonNull(worker.bean(HealthEndpoint.class).healthForPath("liveness"))
                .getStatus())
        .isEqualTo(Status.UP);

    worker.bean(Waker.class).start();
    night.awaitLedger("a", "2026-03-01 COMPLETED");
    await().atMost(Night.LIMIT).until(() -> health(worker).getStatus().equals(Status.UP));
    assertThat(of(worker, "a").lastSuccess()).isNotNull();
    assertThat(of(worker, "a").next()).isNotNull();
  }

  @Test
  @DisplayName("RC-38 a job that fails is overdue, with the number of failures in a row")
  void failures_are_counted() {
    night.failing.add(Night.run("a", "2026-03-01"));
    GuardedApplication pod = pod(NIGHTLY);
    awaitRegistered("a");
    night.clock.set(Instant.parse("2026-03-02T01:00:00Z"));
    night.awaitLedger("a", "2026-03-01 FAILED");
    pod.run(Night.run("a", "2026-03-01"));
    pod.run(Night.run("a", "2026-03-01"));
    assertThat(of(pod, "a"))
        .returns(3, JobPunctuality::failures)
        .returns("it is FAILED, and nobody works on it", JobPunctuality::why);

    night.failing.clear();
    pod.run(Night.run("a", "2026-03-01"));
    assertThat(of(pod, "a"))
        .returns(0, JobPunctuality::failures)
        .returns(null, JobPunctuality::why);
  }

  @Test
  @DisplayName("RC-38 a job that a person holds back is shown, and healthy")
  void a_hold_is_healthy() {
    GuardedApplication pod = pod(NIGHTLY);
    awaitRegistered("a");
    pod.bean(ManualHolds.class).hold("a", ANN);
    night.clock.set(Instant.parse("2026-03-05T12:00:00Z"));
    assertThat(health(pod).getStatus()).isEqualTo(Status.UP);
    assertThat(String.valueOf(detail(pod, "a").get("hold"))).contains("by ann: a test");
  }

  @Test
  void who_waits_for_a_job_that_failed_is_not_what_is_overdue() {
    night.failing.add(Night.run("a", "2026-03-01"));
    GuardedApplication pod = pod(NIGHTLY, "runledger.jobs.b.after=a");
    awaitRegistered("b");
    night.clock.set(Instant.parse("2026-03-02T01:00:00Z"));
    night.awaitLedger("a", "2026-03-01 FAILED");
    assertThat(of(pod, "a").isOverdue()).isTrue();
    assertThat(of(pod, "b").isOverdue()).isFalse();
  }
}
