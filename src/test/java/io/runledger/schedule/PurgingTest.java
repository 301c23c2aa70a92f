package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.batch.GuardedApplication;
import io.runledger.batch.MetadataPurge;
import io.runledger.guard.ControlPool;
import io.runledger.run.RunKey;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

class PurgingTest {

  private final Database database = PostgresServer.shared().newDatabase();

  private GuardedApplication started(String... properties) {
    return GuardedApplication.on(database)
        .with(
            (jobs, transactions) ->
                new JobBuilder("copy", jobs)
                    .start(
                        new StepBuilder("copy", jobs)
                            .tasklet((contribution, chunk) -> RepeatStatus.FINISHED, transactions)
                            .build())
                    .build())
        .start(properties);
  }

  @ParameterizedTest
  @CsvSource({"true, 90d, true", "true, 0, false", "false, 90d, false"})
  void workers_purge_unless_metadata_is_kept_for_ever(
      boolean worker, String keep, boolean isPurging) {
    try (GuardedApplication app =
        started(
            "runledger.jobs.copy.lease=2s",
            "runledger.worker=" + worker,
            "runledger.metadata-keep=" + keep)) {
      assertThat(app.bean(Purging.class).isRunning()).isEqualTo(isPurging);
    }
  }

  @Test
  void a_pod_without_guarded_jobs_purges_nothing() {
    try (GuardedApplication app = started("runledger.worker=true")) {
      assertThat(app.bean(Purging.class).isRunning()).isFalse();
    }
  }

  @Test
  void it_purges_again_and_again_until_it_is_stopped() {
    try (GuardedApplication app = started("runledger.jobs.copy.lease=2s")) {
      Purging purging =
          new Purging(
              new MetadataPurge(
                  app.bean(ControlPool.class).control(), "runledger.BATCH_", Duration.ofMillis(1)),
              () -> false,
              true,
              Duration.ofMillis(200));
      purging.start();
      for (int day = 1; day <= 2; day++) {
        app.run(RunKey.of("copy", LocalDate.of(2026, 3, day)));
        await().atMost(Duration.ofSeconds(30)).until(() -> instances() == 0);
      }
      purging.stop();
      assertThat(purging.isRunning()).isFalse();
    }
  }

  private long instances() {
    return database
        .jdbc()
        .sql("SELECT count(*) FROM runledger.batch_job_instance")
        .query(Long.class)
        .single();
  }
}
