package io.runledger.holes;

import io.runledger.batch.CurrentAttempt;
import io.runledger.batch.RunLauncher;
import io.runledger.guard.AttemptEnd;
import io.runledger.guard.GuardListener;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.EffectsTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;

/** A pod with a few guarded jobs, and one {@link Pauses point} at which it stands still. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class HolesPod {

  static final LocalDate DATE = LocalDate.of(2026, 1, 5);

  private static final Duration ASK_FOR = Duration.ofMinutes(1);
  private static final long ASK_AGAIN_NANOS = 50_000_000;
  private static final int PARTITIONS = 5;
  private static final int ITEMS_OF_A_PARTITION = 10;

  /** Asks for the run of {@code holes.job}, if one is named, until it is granted. */
  public static void main(String[] arguments) {
    ConfigurableApplicationContext context = SpringApplication.run(HolesPod.class, arguments);
    System.out.println("up");
    RunLauncher launcher = context.getBean(RunLauncher.class);
    String job = context.getEnvironment().getProperty("holes.job");
    if (job == null) {
      return;
    }
    RunKey key = RunKey.of(job, DATE);
    long until = System.nanoTime() + ASK_FOR.toNanos();
    while (!isGranted(launcher.ask(RunRequest.of(key, Cause.recovery())))
        && System.nanoTime() < until) {
      LockSupport.parkNanos(ASK_AGAIN_NANOS);
    }
  }

  static boolean isGranted(Verdict verdict) {
    return verdict instanceof Verdict.Started || verdict instanceof Verdict.Resumed;
  }

  @Bean
  static Pauses pauses(@Value("${holes.pause}") String point, @Value("${holes.gate}") Path gate) {
    return new Pauses(point, gate);
  }

  @Bean
  static BeanPostProcessor pausingBeans(ObjectProvider<Pauses> pauses) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof DataSource dataSource) {
          return new PausingDataSource(dataSource, pauses.getObject());
        }
        return bean instanceof JobRepository repository
            ? PausingRepository.around(repository, pauses.getObject())
            : bean;
      }
    };
  }

  @Bean
  GuardListener announcements(Pauses pauses) {
    return new GuardListener() {
      @Override
      public void answered(Verdict verdict) {
        if (isGranted(verdict)) {
          pauses.at("granted");
        }
      }

      @Override
      public void attemptEnded(Attempt attempt, AttemptEnd end, Duration took) {
        System.out.println("end " + end.status());
      }
    };
  }

  /** Says when the pod's attempts have been told that it leaves. */
  @Bean
  static ApplicationListener<ContextClosedEvent> leaving() {
    return closed -> System.out.println("leaving");
  }

  /** Chunks of items, with a row for each; each chunk works for a while. */
  @Bean
  Job copy(
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource,
      Pauses pauses,
      @Value("${holes.items}") long items,
      @Value("${holes.chunk}") int chunk,
      @Value("${holes.work}") Duration work) {
    ItemWriter<Long> rows = rows(dataSource, pauses, "copy");
    return new JobBuilder("copy", repository)
        .start(
            new StepBuilder("load", repository)
                .<Long, Long>chunk(chunk)
                .transactionManager(transactions)
                .reader(new Numbers(1L, items))
                .writer(
                    written -> {
                      rows.write(written);
                      LockSupport.parkNanos(work.toNanos());
                    })
                .build())
        .build();
  }

  /** A tasklet that writes ten rows. */
  @Bean
  Job tally(
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource,
      Pauses pauses) {
    return new JobBuilder("tally", repository)
        .start(
            new StepBuilder("sum", repository)
                .tasklet(
                    (contribution, chunk) -> {
                      JdbcTemplate jdbc = new JdbcTemplate(dataSource);
                      for (long item = 1; item <= 10; item++) {
                        EffectsTable.insert(jdbc, "tally", item, writer());
                      }
                      pauses.at("tallied");
                      return RepeatStatus.FINISHED;
                    },
                    transactions)
                .build())
        .build();
  }

  /** Five partitions of ten items. */
  @Bean
  Job spread(JobRepository repository, Step part) {
    return new JobBuilder("spread", repository)
        .start(
            new StepBuilder("parts", repository)
                .partitioner("part", size -> ranges())
                .step(part)
                .build())
        .build();
  }

  @Bean
  Step part(
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource,
      Pauses pauses,
      Numbers range) {
    return new StepBuilder("part", repository)
        .<Long, Long>chunk(ITEMS_OF_A_PARTITION)
        .transactionManager(transactions)
        .reader(range)
        .writer(rows(dataSource, pauses, "spread"))
        .build();
  }

  @Bean
  @StepScope
  Numbers range(
      @Value("#{stepExecutionContext['from']}") @Nullable Long from,
      @Value("#{stepExecutionContext['to']}") @Nullable Long to) {
    return new Numbers(from, to);
  }

  /** One chunk, by COPY into a table with a unique key. */
  @Bean
  Job bulk(
      JobRepository repository,
      PlatformTransactionManager transactions,
      DataSource dataSource,
      Pauses pauses) {
    return new JobBuilder("bulk", repository)
        .start(
            new StepBuilder("load", repository)
                .<Long, Long>chunk(5000)
                .transactionManager(transactions)
                .reader(new Numbers(1L, 5000L))
                .writer(chunk -> copyIn(dataSource, chunk.getItems(), pauses))
                .build())
        .build();
  }

  private static ItemWriter<Long> rows(DataSource dataSource, Pauses pauses, String run) {
    JdbcTemplate jdbc = new JdbcTemplate(dataSource);
    return chunk -> {
      EffectsTable.insertAll(jdbc, run, List.copyOf(chunk.getItems()), writer());
      pauses.atChunkWritten();
    };
  }

  private static String writer() {
    return "attempt " + CurrentAttempt.onThisThread().number();
  }

  private static Map<String, ExecutionContext> ranges() {
    Map<String, ExecutionContext> ranges = new HashMap<>();
    for (int i = 0; i < PARTITIONS; i++) {
      ExecutionContext range = new ExecutionContext();
      range.putLong("from", (long) i * ITEMS_OF_A_PARTITION + 1);
      range.putLong("to", (long) (i + 1) * ITEMS_OF_A_PARTITION);
      ranges.put("p" + i, range);
    }
    return ranges;
  }

  /** Pauses with all rows sent, and the COPY not ended. */
  private static void copyIn(DataSource dataSource, List<? extends Long> items, Pauses pauses)
      throws Exception {
    byte[] rows =
        items.stream()
            .map(item -> item + "\n")
            .collect(Collectors.joining())
            .getBytes(StandardCharsets.US_ASCII);
    CopyIn copy =
        DataSourceUtils.getConnection(dataSource)
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("COPY public.bulk (item) FROM STDIN");
    copy.writeToCopy(rows, 0, rows.length);
    copy.flushCopy();
    pauses.at("copy");
    copy.endCopy();
  }
}
