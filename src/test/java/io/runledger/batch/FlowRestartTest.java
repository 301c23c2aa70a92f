package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.RunKey;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.transaction.PlatformTransactionManager;

/** Flows that lead on from a step that failed: their restart says so of the earlier execution. */
class FlowRestartTest {

  private static final RunKey KEY = RunKey.of("detour", LocalDate.of(2026, 1, 5));

  private final Database database = PostgresServer.shared().newDatabase();
  private final AtomicInteger firsts = new AtomicInteger();
  private final AtomicInteger seconds = new AtomicInteger();
  private final AtomicBoolean secondIsBroken = new AtomicBoolean(true);

  @Test
  void a_run_that_failed_after_a_detour_around_a_failed_step_goes_on_at_the_detour() {
    try (GuardedApplication application =
        GuardedApplication.on(database)
            .with(this::detour)
            .start("runledger.jobs.detour.lease=30s")) {
      EndedAttempt first = application.run(KEY);
      assertThat(first.status()).isEqualTo("FAILED");
      assertThat(steps()).containsExactly("first ABANDONED", "second FAILED");
      secondIsBroken.set(false);

      EndedAttempt second = application.run(KEY);

      assertThat(second.message()).isNull();
      assertThat(second.status()).isEqualTo("COMPLETED");
      assertThat(firsts).as("the failed step was led around, and is not tried again").hasValue(1);
      assertThat(seconds).hasValue(2);
      assertThat(steps()).containsExactly("first ABANDONED", "second FAILED", "second COMPLETED");
    }
  }

  private List<String> steps() {
    return database
        .jdbc()
        .sql(
            """
            SELECT step_name || ' ' || status FROM runledger.batch_step_execution
             ORDER BY step_execution_id
            """)
        .query(String.class)
        .list();
  }

  private Job detour(JobRepository repository, PlatformTransactionManager transactions) {
    Step first =
        new StepBuilder("first", repository)
            .tasklet(
                (contribution, chunk) -> {
                  firsts.incrementAndGet();
                  throw new IllegalStateException("the first is broken");
                },
                transactions)
            .build();
    Step second =
        new StepBuilder("second", repository)
            .tasklet(
                (contribution, chunk) -> {
                  seconds.incrementAndGet();
                  if (secondIsBroken.get()) {
                    throw new IllegalStateException("the second is broken");
                  }
                  return RepeatStatus.FINISHED;
                },
                transactions)
            .build();
    return new JobBuilder("detour", repository).start(first).on("*").to(second).end().build();
  }
}
