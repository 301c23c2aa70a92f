package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.runledger.guard.AttemptEnd;
import io.runledger.guard.AttemptLostException;
import io.runledger.guard.Guard;
import io.runledger.guard.Passage;
import io.runledger.run.Attempt;
import io.runledger.run.RunKey;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** Each write to Spring Batch's metadata by itself, by an attempt whose run was taken over. */
class FencedWritesTest {

  private static final RunKey KEY = RunKey.of(KindOfStep.CHUNKS.job(), LocalDate.of(2026, 1, 5));

  private static Database database;
  private static GuardedApplication loser;
  private static GuardedApplication successor;
  private static Attempt lost;
  private static Passage.Granted taken;

  /** What an attempt may be about to do when it freezes. */
  enum Write {
    CREATE_INSTANCE {
      @Override
      void by(JobRepository repository, JobExecution execution) {
        JobParameters ofAnother =
            new JobParametersBuilder(execution.getJobParameters())
                .addLong(RunParameters.GENERATION, 2L, true)
                .toJobParameters();
        JobInstance unused = repository.createJobInstance(KEY.job(), ofAnother);
      }
    },
    CREATE_EXECUTION {
      @Override
      void by(JobRepository repository, JobExecution execution) {
        JobExecution unused =
            repository.createJobExecution(
                execution.getJobInstance(), execution.getJobParameters(), new ExecutionContext());
      }
    },
    CREATE_STEP {
      @Override
      void by(JobRepository repository, JobExecution execution) {
        StepExecution unused = repository.createStepExecution("write", execution);
      }
    },
    UPDATE_EXECUTION {
      @Override
      void by(JobRepository repository, JobExecution execution) {
        repository.update(execution);
      }
    },
    UPDATE_STEP {
      @Override
      void by(JobRepository repository, JobExecution execution) {
        repository.update(step(execution));
      }
    },
    UPDATE_CONTEXT_OF_STEP {
      @Override
      void by(JobRepository repository, JobExecution execution) {
        step(execution).getExecutionContext().putLong("late", 1);
        repository.updateExecutionContext(step(execution));
      }
    },
    UPDATE_CONTEXT_OF_EXECUTION {
      @Override
      void by(JobRepository repository, JobExecution execution) {
        execution.getExecutionContext().putLong("late", 1);
        repository.updateExecutionContext(execution);
      }
    },
    DELETE_STEP {
      @Override
      void by(JobRepository repository, JobExecution execution) {
        repository.deleteStepExecution(step(execution));
      }
    },
    DELETE_EXECUTION {
      @Override
      void by(JobRepository repository, JobExecution execution) {
        repository.deleteJobExecution(execution);
      }
    },
    DELETE_INSTANCE {
      @Override
      void by(JobRepository repository, JobExecution execution) {
        repository.deleteJobInstance(execution.getJobInstance());
      }
    };

    abstract void by(JobRepository repository, JobExecution execution);

    private static StepExecution step(JobExecution execution) {
      return execution.getStepExecutions().iterator().next();
    }
  }

  /** The loser is frozen in its second chunk, and will be for as long as these tests take. */
  @BeforeAll
  static void start() {
    database = PostgresServer.shared().newDatabase();
    EffectsTable unused = EffectsTable.create(database);
    String[] settings = JobsOfEveryKind.settings();
    loser = GuardedApplication.start(database, JobsOfEveryKind.class, settings);
    successor = GuardedApplication.start(database, JobsOfEveryKind.class, settings);
    Pause pause = loser.bean(Pause.class);
    pause.at(8);
    lost = GuardedApplication.attempt(loser.ask(KEY));
    pause.awaitThreads(1);
    database
        .jdbc()
        .sql("UPDATE runledger.batch_lock SET locked_until = clock_timestamp() - interval '1 s'")
        .update();
    taken = successor.take(KEY);
  }

  @AfterAll
  static void stop() {
    AttemptEnd unused =
        successor
            .bean(Guard.class)
            .grants()
            .finish(taken.attempt(), AttemptEnd.failed("unplugged"));
    loser.bean(Pause.class).release();
    loser.close();
    successor.close();
  }

  @ParameterizedTest
  @EnumSource
  void no_write_of_an_attempt_whose_run_was_taken_over_is_committed(Write write) {
    JobRepository repository = loser.bean(JobRepository.class);
    List<String> before = metadata();

    assertThatThrownBy(() -> write.by(repository, execution(repository)))
        .isInstanceOf(AttemptLostException.class)
        .hasMessageContaining(KEY.toString());

    assertThat(metadata()).isEqualTo(before);
  }

  private static JobExecution execution(JobRepository repository) {
    Long id =
        database
            .jdbc()
            .sql(
                """
                SELECT job_execution_id FROM runledger.batch_job_execution_params
                 WHERE parameter_name = 'runledger.attempt' AND parameter_value = ?
                """)
            .param(lost.id().toString())
            .query(Long.class)
            .single();
    return Objects.requireNonNull(repository.getJobExecution(id));
  }

  private static List<String> metadata() {
    List<String> all = new ArrayList<>(new Metadata(database).ofAttempt(lost.id()));
    all.addAll(
        database
            .jdbc()
            .sql("SELECT to_jsonb(i)::text FROM runledger.batch_job_instance i ORDER BY 1")
            .query(String.class)
            .list());
    return all;
  }
}
