package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.batch.GuardedApplication;
import io.runledger.batch.GuardedJobs;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * A wrong setting stops the start-up; the console names property, value and the nearest right one.
 */
@ExtendWith(OutputCaptureExtension.class)
class RefusedSettingsTest {

  private static Database database;

  @BeforeAll
  static void createDatabase() {
    database = PostgresServer.shared().newDatabase();
  }

  @Test
  void a_job_that_does_not_exist(CapturedOutput console) {
    assertThat(refusal(console, "runledger.jobs.copy-al.lease=30s"))
        .contains(
            "runledger.jobs.copy-al names no job: there is no Job bean of that name, and nothing was"
                + " scheduled. Did you mean copy-all?");
  }

  @Test
  void a_job_that_is_like_none(CapturedOutput console) {
    assertThat(refusal(console, "runledger.jobs.statements.lease=30s"))
        .contains("runledger.jobs.statements names no job", "There are: copy-all.");
  }

  @Test
  void every_job_that_does_not_exist_is_named_at_once(CapturedOutput console) {
    assertThat(
            refusal(
                console, "runledger.jobs.copy-al.lease=30s", "runledger.jobs.statements.lease=30s"))
        .contains("runledger.jobs.copy-al names no job", "runledger.jobs.statements names no job");
  }

  @Test
  void a_pool_in_which_the_migration_would_wait_for_itself(CapturedOutput console) {
    assertThat(refusal(console, "spring.datasource.hikari.maximum-pool-size=1"))
        .contains("The ledger's pool has 1 connection", "Set it to at least 2");
  }

  @Test
  void a_key_that_does_not_exist(CapturedOutput console) {
    assertThat(refusal(console, "runledger.leese=30s"))
        .contains("runledger.leese", "Did you mean runledger.lease?");
  }

  @Test
  void a_key_of_a_job_that_does_not_exist(CapturedOutput console) {
    assertThat(refusal(console, "runledger.jobs.copy-all.leese=30s"))
        .contains("runledger.jobs.copy-all.leese", "Did you mean runledger.jobs.copy-all.lease?");
  }

  @Test
  void a_key_of_a_user_that_does_not_exist(CapturedOutput console) {
    assertThat(refusal(console, "runledger.web.users[0].nmae=ann"))
        .contains("runledger.web.users[0].nmae", "Did you mean runledger.web.users[0].name?");
  }

  @Test
  void a_zone_that_does_not_exist(CapturedOutput console) {
    assertThat(
            refusal(console, "runledger.zone=Europe/Belrin", "runledger.jobs.copy-all.lease=30s"))
        .contains(
            "runledger.zone is 'Europe/Belrin', which is no time zone; nothing was scheduled. Did you"
                + " mean Europe/Berlin?");
  }

  @Test
  void an_offset_as_a_zone(CapturedOutput console) {
    assertThat(refusal(console, "runledger.jobs.copy-all.zone=UTC+2"))
        .contains(
            "runledger.jobs.copy-all.zone is 'UTC+2', which is an offset and no time zone: it knows no"
                + " summer time; nothing was scheduled. Write a name like Europe/Berlin or UTC.");
  }

  @Test
  void a_cron_without_a_zone(CapturedOutput console) {
    assertThat(refusal(console, "runledger.jobs.copy-all.cron=0 30 23 * * ?"))
        .contains(
            "runledger.jobs.copy-all.cron is '0 30 23 * * ?', but no zone says where that is",
            "Set runledger.zone, or runledger.jobs.copy-all.zone");
  }

  @Test
  void a_lease_that_is_too_short(CapturedOutput console) {
    assertThat(refusal(console, "runledger.jobs.copy-all.lease=100ms"))
        .contains(
            "The lease of job 'copy-all' is 100ms; one shorter than 500ms cannot be renewed in time.",
            "Set runledger.jobs.copy-all.lease, or runledger.lease for all jobs, to more.");
  }

  @Test
  void a_lease_that_is_no_duration(CapturedOutput console) {
    assertThat(refusal(console, "runledger.jobs.copy-all.lease=soon"))
        .contains("runledger.jobs.copy-all.lease", "soon");
  }

  @Test
  void metadata_that_is_kept_for_less_than_no_time(CapturedOutput console) {
    assertThat(refusal(console, "runledger.metadata-keep=-1d"))
        .contains(
            "runledger.metadata-keep is -1d, so Spring Batch's metadata would go before its run has"
                + " ended; the application does not start.",
            "like 90d, or to 0 to keep it for ever.");
  }

  @Test
  void a_filter_node_that_is_no_address(CapturedOutput console) {
    assertThat(
            refusal(
                console,
                "runledger.jobs.copy-all.lease=30s",
                "runledger.filter.nodes=http://lock-a:6379"))
        .contains("runledger.filter.nodes", "http://lock-a:6379", "redis://");
  }

  @Test
  void a_variable_of_the_environment_means_the_job_that_it_matches_without_dashes() {
    try (GuardedApplication application =
        GuardedApplication.on(database)
            .with(RefusedSettingsTest::copyAll)
            .withVariable("RUNLEDGER_JOBS_COPYALL_LEASE", "7s")
            .start()) {
      GuardedJobs jobs = application.bean(GuardedJobs.class);
      assertThat(jobs.names()).containsExactly("copy-all");
      assertThat(jobs.find("copy-all").orElseThrow().guard().lease())
          .isEqualTo(Duration.ofSeconds(7));
    }
  }

  @Test
  void a_variable_of_the_environment_overrides_one_setting_and_leaves_the_others() {
    try (GuardedApplication application =
        GuardedApplication.on(database)
            .with(RefusedSettingsTest::copyAll)
            .withVariable("RUNLEDGER_JOBS_COPYALL_LEASE", "7s")
            .withVariable("RUNLEDGER_JOBS_COPYALL_LOCK", "data")
            .start("runledger.jobs.copy-all.chunk-idle=9s")) {
      GuardedJobs jobs = application.bean(GuardedJobs.class);
      assertThat(jobs.names()).containsExactly("copy-all");
      assertThat(jobs.find("copy-all").orElseThrow().guard())
          .satisfies(
              guard -> {
                assertThat(guard.lease()).isEqualTo(Duration.ofSeconds(7));
                assertThat(guard.chunkIdle()).isEqualTo(Duration.ofSeconds(9));
                assertThat(guard.lock()).isEqualTo("data");
              });
    }
  }

  private static String refusal(CapturedOutput console, String... properties) {
    return StartUpMessage.of(
        console, GuardedApplication.on(database).with(RefusedSettingsTest::copyAll), properties);
  }

  private static Job copyAll(JobRepository repository, PlatformTransactionManager transactions) {
    return new JobBuilder("copy-all", repository)
        .start(
            new StepBuilder("copy", repository)
                .tasklet((contribution, chunk) -> RepeatStatus.FINISHED, transactions)
                .build())
        .build();
  }
}
