package io.runledger.batch;

import static org.awaitility.Awaitility.await;

import io.runledger.guard.Guard;
import io.runledger.guard.Passage;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.transaction.PlatformTransactionManager;

/** A Spring Boot application with guarded jobs: one pod, in the JVM of the test. */
public final class GuardedApplication implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ConfigurableApplicationContext context;
  private final Database database;

  private GuardedApplication(ConfigurableApplicationContext context, Database database) {
    this.context = context;
    this.database = database;
  }

  /** Starts an application whose jobs are beans of a configuration class. */
  public static GuardedApplication start(
      Database database, Class<?> configuration, String... properties) {
    return on(database).with(configuration).start(properties);
  }

  /** An application that is still to be told its jobs. */
  public static Plan on(Database database) {
    return new Plan(database);
  }

  /** A job of the application's. */
  public interface JobDefinition {
    Job define(JobRepository repository, PlatformTransactionManager transactions);
  }

  /** What the application is to have. */
  public static final class Plan {

    private final Database database;
    private final Map<String, Object> environment = new HashMap<>();
    private final List<JobDefinition> jobs = new ArrayList<>();
    private final List<Consumer<GenericApplicationContext>> beans = new ArrayList<>();
    private Class<?> configuration = Empty.class;

    private Plan(Database database) {
      this.database = database;
    }

    public Plan with(Class<?> beans) {
      configuration = beans;
      return this;
    }

    public Plan with(JobDefinition job) {
      jobs.add(job);
      return this;
    }

    /** A bean besides the jobs. */
    public <T> Plan with(Class<T> type, T bean) {
      beans.add(context -> context.registerBean(type, () -> bean));
      return this;
    }

    /** A variable of the operating system's environment. */
    public Plan withVariable(String name, String value) {
      environment.put(name, value);
      return this;
    }

    /**
     * Starts it.
     *
     * @param properties as {@code name=value}
     */
    public GuardedApplication start(String... properties) {
      SpringApplication application = new SpringApplication(configuration);
      application.setEnvironment(environment());
      application.addInitializers(context -> register((GenericApplicationContext) context));
      String[] arguments =
          Arrays.stream(properties).map(property -> "--" + property).toArray(String[]::new);
      return new GuardedApplication(application.run(arguments), database);
    }

    private StandardEnvironment environment() {
      StandardEnvironment all = new StandardEnvironment();
      String variables = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
      all.getPropertySources()
          .replace(variables, new SystemEnvironmentPropertySource(variables, environment));
      all.getPropertySources()
          .addLast(
              new MapPropertySource(
                  "test",
                  Map.of(
                      "spring.datasource.url",
                      database.jdbcUrl(),
                      "spring.datasource.username",
                      database.user(),
                      "spring.datasource.password",
                      database.password(),
                      "spring.main.web-application-type",
                      "none",
                      "spring.main.banner-mode",
                      "off",
                      "spring.flyway.enabled",
                      "false",
                      "runledger.worker",
                      "false")));
      return all;
    }

    private void register(GenericApplicationContext context) {
      beans.forEach(bean -> bean.accept(context));
      for (JobDefinition job : jobs) {
        context.registerBean(
            "job" + context.getBeanDefinitionCount(),
            Job.class,
            () ->
                job.define(
                    context.getBean(JobRepository.class),
                    context.getBean(PlatformTransactionManager.class)));
      }
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  public static class Empty {}

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** The job bean of this name. */
  public Job job(String name) {
    return context.getBeansOfType(Job.class).values().stream()
        .filter(job -> job.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Asks for the run by hand, as ann. */
  public Verdict ask(RunKey key) {
    return ask(RunRequest.of(key, Cause.person("ann", "a test")));
  }

  public Verdict ask(RunRequest request) {
    return bean(RunLauncher.class).ask(request);
  }

  /** Claims the run as recovery does, and does nothing with it. */
  Passage.Granted take(RunKey key) {
    return tryToTake(key).orElseThrow(() -> new AssertionError(key + " was not granted"));
  }

  /** As {@link #take}; empty if it is not granted. */
  Optional<Passage.Granted> tryToTake(RunKey key) {
    Passage passage =
        bean(Guard.class)
            .chain()
            .pass(
                RunRequest.of(key, Cause.recovery()),
                bean(GuardedJobs.class).find(key.job()).orElseThrow().guard());
    return passage instanceof Passage.Granted granted ? Optional.of(granted) : Optional.empty();
  }

  /** Asks for the run by hand, and waits until it has ended here. */
  public EndedAttempt run(RunKey key) {
    return awaitEnd(ask(key));
  }

  /** Waits until the last thread has left the attempt, and says what the ledger has of it. */
  public EndedAttempt awaitEnd(Verdict verdict) {
    return awaitEnd(attempt(verdict));
  }

  EndedAttempt awaitEnd(Attempt attempt) {
    await(attempt + " to end")
        .atMost(LIMIT)
        .until(() -> bean(RunLauncher.class).end(attempt.id()).isEmpty());
    return EndedAttempt.read(database, attempt.id());
  }

  public Run ledgerRow(RunKey key) {
    return bean(Guard.class).ledger().read(key).orElseThrow();
  }

  /** The attempt that the verdict speaks of. */
  public static Attempt attempt(Verdict verdict) {
    if (verdict instanceof Verdict.Started started) {
      return started.attempt();
    }
    if (verdict instanceof Verdict.Resumed resumed) {
      return resumed.attempt();
    }
    throw new AssertionError(
        "%s was not begun: %s, %s".formatted(verdict.key(), verdict.word(), verdict.explanation()));
  }

  /** As a SIGTERM does. */
  @Override
  public void close() {
    context.close();
  }
}
