package io.runledger.autoconfigure;

import io.runledger.batch.RunLauncher;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import java.time.LocalDate;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The least that uses the starter: one job, no web, no security, no actuator, no Quartz and no
 * Flyway of its own.
 */
@Configuration
@EnableAutoConfiguration
class BareApplication {

  @Bean
  Job one(JobRepository repository, PlatformTransactionManager tx) {
    return new JobBuilder("one", repository)
        .start(
            new StepBuilder("only", repository)
                .tasklet((contribution, chunk) -> RepeatStatus.FINISHED, tx)
                .build())
        .build();
  }

  /** Asks twice, and prints the answers. */
  public static void main(String[] args) {
    try (ConfigurableApplicationContext context =
        SpringApplication.run(BareApplication.class, args)) {
      RunLauncher launcher = context.getBean(RunLauncher.class);
      RunRequest request =
          RunRequest.of(RunKey.of("one", LocalDate.of(2026, 1, 5)), Cause.person("ann", null));
      Verdict first = launcher.ask(request);
      System.out.println("first: " + first.word());
      launcher
          .end(((Verdict.Started) first).attempt().id())
          .ifPresent(end -> end.toCompletableFuture().join());
      System.out.println("second: " + launcher.ask(request).word());
    }
  }
}
