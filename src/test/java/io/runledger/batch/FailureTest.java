package io.runledger.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.guard.AttemptEnd;
import io.runledger.guard.GuardListener;
import io.runledger.run.Attempt;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.listener.ChunkListener;
import org.springframework.batch.core.listener.JobExecutionListener;
import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.Chunk;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.transaction.PlatformTransactionManager;

/** Whatever a job throws, and wherever: its run ends, and can be run again. */
class FailureTest {

  private static final int ITEMS = 20;
  private static Database database;
  private static EffectsTable effects;
  private static GuardedApplication application;
  private static int day;

  @BeforeAll
  static void start() {
    database = PostgresServer.shared().newDatabase();
    effects = EffectsTable.create(database);
    application =
        GuardedApplication.start(
            database, BrittleJob.class, "runledger.jobs.brittle.effects=ledger");
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  @AfterEach
  void mend() {
    trouble().mend();
  }

  static Stream<Arguments> thrown() {
    return Stream.of(
        Arguments.of(new OutOfMemoryError("Java heap space"), "OutOfMemoryError: Java heap space"),
        Arguments.of(
            new NoClassDefFoundError("com/acme/Fee"), "NoClassDefFoundError: com/acme/Fee"),
        Arguments.of(new AssertionError("off by one"), "AssertionError: off by one"),
        Arguments.of(new IllegalStateException((String) null), "IllegalStateException: null"),
        Arguments.of(
            new IllegalStateException("line \u0000 1"), "IllegalStateException: line \uFFFD 1"),
        Arguments.of(
            new IllegalStateException("x".repeat(1_000_000)),
            "IllegalStateException: " + "x".repeat(1977)),
        Arguments.of(
            new IllegalStateException("y".repeat(1976) + "\uD83D\uDE00"),
            "IllegalStateException: " + "y".repeat(1976)),
        Arguments.of(
            new UncategorizedSQLException(
                "write", null, new SQLException("FATAL: idle-in-transaction timeout", "25P03")),
            "SQLException: FATAL: idle-in-transaction timeout. A chunk left its transaction idle for"
                + " longer than chunk-idle, and the server ended the session; make the chunks"
                + " shorter, or set runledger.jobs.<job>.chunk-idle to more."),
        // Spring Batch asks it for its message, and fails of the answer.
        Arguments.of(new Unspeakable(), "IllegalStateException: no words"));
  }

  @ParameterizedTest(name = "RC-12 a run whose job throws case {index} ends FAILED, and runs again")
  @MethodSource("thrown")
  void ends_failed(Throwable thrown, String message) {
    RunKey key = nextRun();
    trouble().in(Where.WRITER, thrown);

    EndedAttempt first = application.run(key);

    assertThat(first.status()).isEqualTo("FAILED");
    assertThat(first.message()).isEqualTo(message);
    assertThatItRunsAgain(key);
  }

  @Test
  @DisplayName("RC-12 a run whose job recurses for ever ends FAILED, and runs again")
  void stack_overflow() {
    RunKey key = nextRun();
    trouble().recurse();

    EndedAttempt first = application.run(key);

    assertThat(first.status()).isEqualTo("FAILED");
    assertThat(first.message()).isEqualTo("StackOverflowError: null");
    assertThatItRunsAgain(key);
  }

  @ParameterizedTest(name = "RC-12 a run whose listener throws in {0} does not stay open")
  @EnumSource(Where.class)
  void a_listener_that_throws(Where where) {
    RunKey key = nextRun();
    trouble().in(where, new IllegalStateException("the listener is broken"));

    EndedAttempt first = application.run(key);

    assertThat(first.status()).isIn("FAILED", "COMPLETED");
    assertThatItRunsAgain(key);
  }

  @Test
  void what_cannot_say_what_it_is_about_is_called_by_its_class() {
    assertThat(AttemptWorker.words(new Unspeakable()))
        .isEqualTo("Unspeakable: (its message cannot be read: IllegalStateException)");
  }

  private static void assertThatItRunsAgain(RunKey key) {
    assertThat(application.ledgerRow(key).status()).isNotEqualTo(RunStatus.RUNNING);
    trouble().mend();
    if (application.ledgerRow(key).status() != RunStatus.COMPLETED) {
      assertThat(application.run(key).status()).isEqualTo("COMPLETED");
    }
    effects.assertOnceEach(key.toString(), ITEMS);
  }

  private static RunKey nextRun() {
    return RunKey.of("brittle", LocalDate.of(2026, 1, 1).plusDays(day++));
  }

  private static Trouble trouble() {
    return application.bean(Trouble.class);
  }

  enum Where {
    WRITER,
    BEFORE_JOB,
    AFTER_JOB,
    BEFORE_STEP,
    AFTER_STEP,
    BEFORE_CHUNK,
    AFTER_CHUNK,
    GUARD_LISTENER
  }

  /** Throws what cannot even be asked what it is about. */
  static final class Unspeakable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no words");
    }
  }

  static final class Trouble {
    private Where place = Where.WRITER;
    private Runnable deed = () -> {};

    synchronized void in(Where where, Throwable thrown) {
      place = where;
      deed = () -> Trouble.<RuntimeException>sneak(thrown);
    }

    synchronized void recurse() {
      place = Where.WRITER;
      deed = this::deeper;
    }

    private void deeper() {
      andDeeper();
    }

    private void andDeeper() {
      deeper();
    }

    synchronized void mend() {
      deed = () -> {};
    }

    void meet(Where where) {
      Runnable now;
      synchronized (this) {
        now = place == where ? deed : () -> {};
      }
      now.run();
    }

    @SuppressWarnings("unchecked") // throws whatever it is, as the JVM does
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
      throw (T) thrown;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class BrittleJob {

    @Bean
    Trouble trouble() {
      return new Trouble();
    }

    @Bean
    GuardListener listener(Trouble trouble) {
      return new GuardListener() {
        @Override
        public void answered(Verdict verdict) {
          trouble.meet(Where.GUARD_LISTENER);
        }

        @Override
        public void attemptEnded(Attempt attempt, AttemptEnd end, Duration took) {
          trouble.meet(Where.GUARD_LISTENER);
        }
      };
    }

    @Bean
    Job brittle(
        JobRepository repository,
        PlatformTransactionManager transactions,
        DataSource dataSource,
        Trouble trouble) {
      EffectWriter writer = new EffectWriter(dataSource, new Pause());
      return new JobBuilder("brittle", repository)
          .listener(
              new JobExecutionListener() {
                @Override
                public void beforeJob(JobExecution execution) {
                  trouble.meet(Where.BEFORE_JOB);
                }

                @Override
                public void afterJob(JobExecution execution) {
                  trouble.meet(Where.AFTER_JOB);
                }
              })
          .start(
              new StepBuilder("write", repository)
                  .<Integer, Integer>chunk(5)
                  .transactionManager(transactions)
                  .reader(new Numbers(1, ITEMS))
                  .writer(
                      chunk -> {
                        for (int item : chunk) {
                          if (item == 13) {
                            trouble.meet(Where.WRITER);
                          }
                          writer.write(item);
                        }
                      })
                  .listener(
                      new StepExecutionListener() {
                        @Override
                        public void beforeStep(StepExecution step) {
                          trouble.meet(Where.BEFORE_STEP);
                        }

                        @Override
                        public ExitStatus afterStep(StepExecution step) {
                          trouble.meet(Where.AFTER_STEP);
                          return step.getExitStatus();
                        }
                      })
                  .listener(
                      new ChunkListener<Integer, Integer>() {
                        @Override
                        public void beforeChunk(Chunk<Integer> chunk) {
                          trouble.meet(Where.BEFORE_CHUNK);
                        }

                        @Override
                        public void afterChunk(Chunk<Integer> chunk) {
                          trouble.meet(Where.AFTER_CHUNK);
                        }
                      })
                  .build())
          .build();
    }
  }
}
