package io.runledger.outages;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.batch.GuardedApplication;
import io.runledger.guard.Warnings;
import io.runledger.run.RunKey;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import io.runledger.test.RedisServer;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.contributor.Status;

/** A Redis that is not there when a pod starts, and comes when it likes. */
class RedisAwayIT {

  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  @DisplayName(
      "RC-19 without Redis a pod starts and runs what is due, and finds Redis when it comes")
  void down_at_boot() {
    Database database = PostgresServer.shared().newDatabase();
    EffectsTable effects = EffectsTable.create(database);
    try (RedisServer redis = RedisServer.start()) {
      redis.kill();
      long begun = System.nanoTime();
      OffsetDateTime due = databaseTime(database).plusSeconds(15);
      try (GuardedApplication pod =
              GuardedApplication.on(database)
                  .with((jobs, tx) -> Works.tasklet("work", jobs, tx, () -> {}))
                  .start(
                      "runledger.worker=true",
                      "runledger.zone=UTC",
                      "runledger.reconcile-every=1s",
                      "runledger.filter.nodes[0]=" + redis.address(),
                      "management.endpoint.health.probes.enabled=true",
                      "runledger.jobs.work.cron=%d %d %d * * ?"
                          .formatted(due.getSecond(), due.getMinute(), due.getHour()));
          Warnings warnings = Warnings.ofAll()) {
        assertThat(since(begun)).as("the start").isLessThan(START_LIMIT);
        assertThat(databaseTime(database)).as("the pod is up before it is due").isBefore(due);

        RunKey key = RunKey.of("work", due.toLocalDate());
        Awaitility.await("the run is completed")
            .atMost(LIMIT)
            .until(() -> effects.count(key.toString()) == 1);
        Awaitility.await()
            .atMost(LIMIT)
            .until(() -> pod.ledgerRow(key).status().name().equals("COMPLETED"));
        assertThat(filter(pod)).contains("up=false");
        assertThat(health(pod, "liveness")).isEqualTo(Status.UP);
        Awaitility.await("20 s without Redis")
            .atMost(LIMIT)
            .until(() -> since(begun).toSeconds() >= 20);
        redis.restart();

        Awaitility.await("the filter is up")
            .atMost(LIMIT)
            .until(() -> filter(pod).contains("up=true"));
        assertThat(warnings.lines())
            .as("warnings")
            .hasSizeLessThanOrEqualTo(1)
            .allMatch(line -> line.contains("The filter cannot use this node"));
        effects.assertOnceEach(key.toString(), 1);
      }
    }
  }

  private static String filter(GuardedApplication pod) {
    return String.valueOf(ledgerHealth(pod).getDetails().get("filter"));
  }

  private static IndicatedHealthDescriptor ledgerHealth(GuardedApplication pod) {
    IndicatedHealthDescriptor health =
        (IndicatedHealthDescriptor)
            requireNonNull(pod.bean(HealthEndpoint.class).healthForPath("runledger"));
    assertThat(health.getStatus()).isEqualTo(Status.UP);
    return health;
  }

  private static Status health(GuardedApplication pod, String path) {
    return requireNonNull(pod.bean(HealthEndpoint.class).healthForPath(path)).getStatus();
  }

  private static OffsetDateTime databaseTime(Database database) {
    return database
        .jdbc()
        .sql("SELECT clock_timestamp()")
        .query(OffsetDateTime.class)
        .single()
        .withOffsetSameInstant(ZoneOffset.UTC);
  }

  private static Duration since(long begun) {
    return Duration.ofNanos(System.nanoTime() - begun);
  }
}
