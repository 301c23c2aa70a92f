package io.runledger.web;

import io.runledger.batch.CurrentAttempt;
import io.runledger.batch.Reversal;
import io.runledger.run.Attempt;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.support.AbstractItemCountingItemStreamItemReader;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * A pod with a web server and four jobs: {@code copy} writes 50 rows of the run in chunks of 10,
 * {@code wait} works until it is let go, {@code fall} fails, {@code monthly} is scheduled. It has a
 * page of its own, too.
 */
final class WebPod implements AutoCloseable {

  static final String PASSWORD = "open sesame";

  private final ConfigurableApplicationContext context;
  private final EffectsTable effects;

  private WebPod(ConfigurableApplicationContext context, EffectsTable effects) {
    this.context = context;
    this.effects = effects;
  }

  /** With a viewer vic, an operator olga and an admin ada. */
  static WebPod start(Database database, String... more) {
    List<String> arguments = new ArrayList<>(List.of(more));
    for (String user : List.of("0 vic viewer", "1 olga operator", "2 ada admin")) {
      String[] words = user.split(" ", -1);
      String key = "--runledger.web.users[" + words[0] + "].";
      arguments.addAll(
          List.of(
              key + "name=" + words[1],
              key + "role=" + words[2],
              key + "password={noop}" + PASSWORD));
    }
    return startBare(database, arguments.toArray(String[]::new));
  }

  /** With nobody who could log in, unless the arguments say so. */
  static WebPod startBare(Database database, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.main.web-application-type=servlet",
                "--spring.main.banner-mode=off",
                "--spring.flyway.enabled=false",
                "--spring.quartz.auto-startup=false",
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--logging.level.root=WARN",
                "--logging.level.org.springframework.batch=OFF",
                "--logging.level.org.springframework.core.events=ERROR",
                "--runledger.worker=false",
                "--runledger.zone=Europe/Berlin",
                "--runledger.lease=2s",
                "--runledger.jobs.copy.effects=ledger",
                "--runledger.jobs.wait.effects=ledger",
                "--runledger.jobs.fall.effects=ledger",
                "--runledger.jobs.monthly.cron=0 30 23 L * ?"));
    arguments.addAll(List.of(more));
    EffectsTable effects = EffectsTable.create(database);
    return new WebPod(SpringApplication.run(Pod.class, arguments.toArray(String[]::new)), effects);
  }

  /** A client that nobody knows. */
  WebClient client() {
    Environment environment = context.getEnvironment();
    return new WebClient(
        "http://127.0.0.1:" + environment.getProperty("local.server.port"), "/runledger/api/v1");
  }

  WebClient as(String user) {
    return client().as(user, PASSWORD);
  }

  EffectsTable effects() {
    return effects;
  }

  /** How many there are. */
  int beans(Class<?> type) {
    return context.getBeanNamesForType(type).length;
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  <T> T bean(String name, Class<T> type) {
    return context.getBean(name, type);
  }

  /** Lets whatever waits, now or later, go on. */
  void letGo() {
    bean(Gate.class).opened().countDown();
  }

  boolean waits() throws InterruptedException {
    return bean(Gate.class).reached().await(1, TimeUnit.MINUTES);
  }

  @Override
  public void close() {
    letGo();
    context.close();
  }

  record Gate(CountDownLatch reached, CountDownLatch opened) {}

  /** Goes on where it was when it is restarted. */
  private static final class Numbers extends AbstractItemCountingItemStreamItemReader<Long> {
    private final long last;

    Numbers(long last) {
      this.last = last;
      setName("numbers");
    }

    @Override
    protected @Nullable Long doRead() {
      long next = getCurrentItemCount();
      return next > last ? null : next;
    }

    @Override
    protected void jumpToItem(int itemIndex) {
      // The item follows from the count.
    }

    @Override
    protected void doOpen() {}

    @Override
    protected void doClose() {}
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Pod {

    @Bean
    RouterFunction<ServerResponse> page() {
      return RouterFunctions.route()
          .GET("/own/page", request -> ServerResponse.ok().body("the application's own"))
          .build();
    }

    @Bean
    Gate gate() {
      return new Gate(new CountDownLatch(1), new CountDownLatch(1));
    }

    @Bean
    Job copy(
        JobRepository repository,
        PlatformTransactionManager transactions,
        DataSource dataSource,
        @Value("${pod.items:50}") long items,
        @Value("${pod.chunk:10}") int size,
        @Value("${pod.work:0s}") Duration work) {
      JdbcTemplate jdbc = new JdbcTemplate(dataSource);
      return new JobBuilder("copy", repository)
          .start(
              new StepBuilder("load", repository)
                  .<Long, Long>chunk(size)
                  .transactionManager(transactions)
                  .reader(new Numbers(items))
                  .writer(
                      chunk -> {
                        EffectsTable.insertAll(
                            jdbc,
                            CurrentAttempt.onThisThread().key().toString(),
                            List.copyOf(chunk.getItems()),
                            "copy");
                        LockSupport.parkNanos(work.toNanos());
                      })
                  .build())
          .build();
    }

    @Bean
    Reversal backOfCopy(DataSource dataSource) {
      JdbcTemplate jdbc = new JdbcTemplate(dataSource);
      return new Reversal() {
        @Override
        public String job() {
          return "copy";
        }

        @Override
        public void reverse(Attempt attempt) {
          jdbc.update("DELETE FROM public.effects WHERE run = ?", attempt.key().toString());
        }
      };
    }

    @Bean("wait")
    Job waiting(JobRepository repository, PlatformTransactionManager transactions, Gate gate) {
      return new JobBuilder("wait", repository)
          .start(
              new StepBuilder("gate", repository)
                  .tasklet(
                      (contribution, chunk) -> {
                        gate.reached().countDown();
                        gate.opened().await(60, TimeUnit.SECONDS);
                        return RepeatStatus.FINISHED;
                      },
                      transactions)
                  .build())
          .build();
    }

    @Bean
    Job monthly(JobRepository repository, PlatformTransactionManager transactions) {
      return new JobBuilder("monthly", repository)
          .start(
              new StepBuilder("nothing", repository)
                  .tasklet((contribution, chunk) -> RepeatStatus.FINISHED, transactions)
                  .build())
          .build();
    }

    @Bean
    Job fall(JobRepository repository, PlatformTransactionManager transactions) {
      return new JobBuilder("fall", repository)
          .start(
              new StepBuilder("hole", repository)
                  .tasklet(
                      (contribution, chunk) -> {
                        throw new IllegalStateException("there is a hole");
                      },
                      transactions)
                  .build())
          .build();
    }
  }
}
