package io.runledger.test;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * An application's pods, in JVMs of their own, on a PostgreSQL database and a Redis of their own:
 * to test a job against kills, freezes and lost servers.
 *
 * <pre>{@code
 * try (Scenario scenario = Scenario.of(MyJobs.class).with("runledger.lease", "2s")) {
 *   scenario.standby();
 *   ChildPod owner = scenario.run("fees", LocalDate.of(2026, 3, 31));
 *   scenario.await("SELECT count(*) > 100 FROM fee");
 *   owner.kill();
 *   scenario.awaitCompleted("fees", LocalDate.of(2026, 3, 31));
 * }
 * }</pre>
 *
 * <p>The application's {@code main} has to call {@code RunledgerApplication.main}, for its
 * commands. However the test ends, no process stays behind.
 */
public final class Scenario implements AutoCloseable {

  /** How long a state is awaited: generous, since machines that run tests are busy. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Class<?> main;
  private final Database database = PostgresServer.shared().newDatabase();
  private final RedisServer redis = RedisServer.start();
  private final List<String> properties = new ArrayList<>();
  private final List<ChildPod> pods = new ArrayList<>();
  private Path directory = Path.of("");

  private Scenario(Class<?> main) {
    this.main = main;
    with("spring.datasource.url", database.jdbcUrl());
    with("spring.datasource.username", database.user());
    with("spring.datasource.password", database.password());
    with("runledger.filter.nodes[0]", redis.address());
    with("runledger.reconcile-every", "1s");
    with("server.port", "0");
  }

  /** A scenario of this application, without pods yet. */
  public static Scenario of(Class<?> main) {
    return new Scenario(main);
  }

  /** Sets a property of all pods that are started from now on; a later value replaces a former. */
  public Scenario with(String property, String value) {
    properties.removeIf(other -> other.startsWith("--" + property + "="));
    properties.add("--" + property + "=" + value);
    return this;
  }

  /** Sets the pods' working directory, where Spring Boot reads {@code config/} from. */
  public Scenario in(Path workingDirectory) {
    directory = workingDirectory;
    return this;
  }

  /** The database that the pods work on. */
  public Database database() {
    return database;
  }

  /** The Redis that they filter by. */
  public RedisServer redis() {
    return redis;
  }

  /** Starts a pod that serves: it wakes by its schedules, and resumes what other pods lose. */
  public ChildPod standby() {
    ChildPod pod = start("serve");
    pod.awaitLine("Started " + main.getSimpleName(), LIMIT);
    return pod;
  }

  /**
   * Starts a pod that runs one date and then ends; returns while it starts.
   *
   * @param more options of the command, {@code "--parameter", "pause=100ms"} say
   */
  public ChildPod run(String job, LocalDate date, String... more) {
    List<String> command = new ArrayList<>(List.of("run", job, "--date", date.toString()));
    command.addAll(List.of(more));
    return start(command.toArray(String[]::new));
  }

  private ChildPod start(String... command) {
    ChildPod pod =
        ChildPod.of(main)
            .directory(directory)
            .arguments(command)
            .arguments(properties.toArray(String[]::new))
            .start();
    pods.add(pod);
    return pod;
  }

  /**
   * Waits until a query of one boolean says true; while it cannot be asked (a table is not there
   * yet, the database is away) it does not.
   *
   * @throws AssertionError if it does not within two minutes; the message holds what the pods wrote
   *     last
   */
  public void await(String sql) {
    try {
      Awaitility.await(sql)
          .pollInterval(Duration.ofMillis(10))
          .atMost(LIMIT)
          .ignoreExceptions()
          .until(() -> database.jdbc().sql(sql).query(Boolean.class).single());
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "Not true within %s: %s%n%s"
              .formatted(
                  LIMIT,
                  sql,
                  pods.stream()
                      .map(pod -> "pod %d:%n%s%n".formatted(pod.pid(), pod.tail()))
                      .collect(Collectors.joining())),
          e);
    }
  }

  /** Waits until the ledger has the date COMPLETED. */
  public void awaitCompleted(String job, LocalDate date) {
    await(
        "SELECT status = 'COMPLETED' FROM runledger.batch_run WHERE job_name = '%s' AND batch_date = '%s'"
            .formatted(job, date));
  }

  /** How the attempts at a date ended, in their order: {@code LOST, COMPLETED}, say. */
  public List<String> attempts(String job, LocalDate date) {
    return database
        .jdbc()
        .sql(
            """
            SELECT status FROM runledger.batch_attempt
             WHERE job_name = ? AND batch_date = ? ORDER BY number
            """)
        .param(job)
        .param(date)
        .query(String.class)
        .list();
  }

  /** Ends all pods and servers. */
  @Override
  public void close() {
    pods.forEach(ChildPod::close);
    redis.close();
  }
}
