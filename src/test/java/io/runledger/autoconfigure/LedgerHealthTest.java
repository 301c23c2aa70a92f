package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.Cause;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.contributor.Status;

@DisplayName("The health 'runledger'")
class LedgerHealthTest {

  private static PostgresServer server;
  private static Database database;
  private static GuardedApplication application;

  @BeforeAll
  static void start() {
    server = PostgresServer.start();
    database = server.newDatabase();
    application =
        GuardedApplication.start(
            database,
            "--runledger.filter.nodes=redis://127.0.0.1:1",
            "--runledger.reconcile-every=1s",
            "--runledger.jobs.split.on-lost=leave");
  }

  @AfterAll
  static void stop() {
    server.resume();
    application.close();
    server.close();
  }

  @Test
  void is_up_while_the_database_answers_whatever_redis_does() {
    IndicatedHealthDescriptor health = health();
    assertThat(health.getStatus()).isEqualTo(Status.UP);
    assertThat(health.getDetails()).containsEntry("database", "answers").containsKey("ledger");
    assertThat(health.getDetails())
        .extractingByKey("filter")
        .asString()
        .contains("redis://127.0.0.1:1")
        .contains("up=false");
  }

  @Test
  void tells_what_works_in_this_pod() throws Exception {
    Verdict.Started verdict = (Verdict.Started) application.ask("wait", Cause.schedule());
    try {
      assertThat(health().getDetails().get("attempts"))
          .asInstanceOf(InstanceOfAssertFactories.LIST)
          .singleElement()
          .satisfies(
              attempt ->
                  assertThat((Map<?, ?>) attempt)
                      .hasToString(
                          "{run=wait 2026-01-05, fence=%d, age=%s}"
                              .formatted(
                                  verdict.attempt().fence(), ((Map<?, ?>) attempt).get("age"))));
    } finally {
      application.gate().open();
      application.end(verdict.attempt());
    }
    assertThat(health().getDetails()).containsEntry("attempts", List.of());
  }

  @Test
  void names_a_lost_run_that_is_left_to_a_person_and_stays_up() {
    assertThat(health().getDetails()).containsEntry("left", List.of());
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_run
                   (job_name, batch_date, covered_from, status, fence, attempt_id, lock_name, pod)
            VALUES ('split', '2026-01-05', '2026-01-05', 'RUNNING', 0, gen_random_uuid(), 'shared', 'dead')
            """)
        .update();
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(health().getDetails().get("left"))
                    .asString()
                    .startsWith("[{run=split 2026-01-05, pod=dead, since="));
    assertThat(health().getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void is_in_no_probe_that_restarts_or_drains_a_pod() {
    HealthEndpoint endpoint = application.bean(HealthEndpoint.class);
    for (String probe : List.of("liveness", "readiness")) {
      CompositeHealthDescriptor group =
          (CompositeHealthDescriptor) Objects.requireNonNull(endpoint.healthForPath(probe));
      assertThat(group.getComponents()).as(probe).doesNotContainKey("runledger").isNotEmpty();
    }
  }

  @Test
  void is_down_within_seconds_when_the_database_hangs_and_up_again_after() {
    server.hang();
    try {
      for (int i = 0; i < 3; i++) {
        Instant asked = Instant.now();
        IndicatedHealthDescriptor health = health();
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails()).extractingByKey("database").asString().contains("answer");
        assertThat(Duration.between(asked, Instant.now())).isLessThan(Duration.ofSeconds(3));
      }
    } finally {
      server.resume();
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(health().getStatus()).isEqualTo(Status.UP));
  }

  private static IndicatedHealthDescriptor health() {
    return (IndicatedHealthDescriptor)
        Objects.requireNonNull(application.bean(HealthEndpoint.class).healthForPath("runledger"));
  }
}
