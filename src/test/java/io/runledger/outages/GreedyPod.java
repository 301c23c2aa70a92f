package io.runledger.outages;

import io.runledger.batch.GuardedApplication;
import io.runledger.batch.RunLauncher;
import io.runledger.guard.AttemptEnd;
import io.runledger.guard.GuardListener;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * A pod whose job {@code greedy} takes all the memory there is in its third chunk, if it is hungry.
 * As a JVM of its own it asks for that run, and then for the one of {@code small}.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class GreedyPod {

  static final RunKey GREEDY = RunKey.of("greedy", LocalDate.of(2026, 1, 5));
  static final RunKey SMALL = RunKey.of("small", LocalDate.of(2026, 1, 5));
  static final int ITEMS = 50;
  private static final int CHUNK = 10;

  /** Asks for both runs, one after the other. */
  public static void main(String[] arguments) {
    ConfigurableApplicationContext context = SpringApplication.run(GreedyPod.class, arguments);
    RunLauncher launcher = context.getBean(RunLauncher.class);
    for (RunKey key : List.of(GREEDY, SMALL)) {
      Attempt attempt =
          GuardedApplication.attempt(launcher.ask(RunRequest.of(key, Cause.schedule())));
      launcher.end(attempt.id()).ifPresent(end -> end.toCompletableFuture().join());
    }
  }

  @Bean
  GuardListener announcements() {
    return new GuardListener() {
      @Override
      public void attemptEnded(Attempt attempt, AttemptEnd end, Duration took) {
        System.out.println("end " + attempt.key().job() + " " + end.status());
      }
    };
  }

  @Bean
  Job greedy(
      JobRepository repository,
      PlatformTransactionManager transactions,
      @Value("${greedy.hungry}") boolean hungry) {
    int[] chunks = new int[1];
    return Works.chunks(
        "greedy",
        repository,
        transactions,
        ITEMS,
        CHUNK,
        () -> {
          if (++chunks[0] == 3 && hungry) {
            System.out.println("ate " + eatAll().size());
          }
        });
  }

  @Bean
  Job small(JobRepository repository, PlatformTransactionManager transactions) {
    return Works.tasklet("small", repository, transactions, () -> {});
  }

  /** Never returns: there is not so much. */
  private static List<byte[]> eatAll() {
    List<byte[]> eaten = new ArrayList<>();
    for (int i = 0; i < Integer.MAX_VALUE; i++) {
      eaten.add(new byte[1 << 16]);
    }
    return eaten;
  }
}
