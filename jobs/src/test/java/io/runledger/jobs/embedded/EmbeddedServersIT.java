package io.runledger.jobs.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.runledger.test.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServersIT {

  /** Unpacked once for all tests: that takes longer than all else. */
  private static final Path PROGRAMS = Path.of("target", "embedded-programs").toAbsolutePath();

  private final List<TrialProcess> processes = new ArrayList<>();
  private final int postgresPort = FreePort.next();
  private final int redisPort = FreePort.next();
  private @TempDir Path folder;
  private Path data;

  @BeforeEach
  void shareThePrograms() throws IOException {
    data = folder.resolve("the data");
    Files.createDirectories(PROGRAMS);
    Files.createDirectories(data);
    Files.createSymbolicLink(data.resolve("bin"), PROGRAMS);
  }

  @AfterEach
  void leaveNothingRunning() throws Exception {
    for (TrialProcess process : processes) {
      process.kill();
    }
    redis().ifPresent(ProcessHandle::destroyForcibly);
    postgres().ifPresent(ProcessHandle::destroyForcibly);
    await().atMost(Duration.ofMinutes(1)).until(() -> postgres().isEmpty() && redis().isEmpty());
    Files.delete(folder.resolve("the data").resolve("bin"));
  }

  @Test
  void the_first_process_starts_both_servers_in_an_empty_directory() throws Exception {
    data = folder.resolve("empty");

    TrialProcess first = start("first").awaitReady();

    assertThat(first.said())
        .contains(
            "Embedded servers: PostgreSQL started on port %d, Redis started on port %d, data in %s"
                .formatted(postgresPort, redisPort, data))
        .containsPattern(TrialApplication.READY + "redis://:\\S+@127.0.0.1:" + redisPort);
    assertThat(diary()).containsExactly("first opened", "first ready");
    assertThat(redis()).isPresent();
  }

  @Test
  void what_postgres_acknowledges_is_on_disk() throws Exception {
    start("first").awaitReady();

    assertThat(query("SHOW fsync")).containsExactly("on");
    assertThat(query("SHOW full_page_writes")).containsExactly("on");
    assertThat(query("SHOW synchronous_commit")).containsExactly("on");
    assertThat(query("SHOW server_encoding")).containsExactly("UTF8");
    assertThat(query("SHOW server_version")).first().asString().startsWith("18.");
  }

  @Test
  void the_servers_outlive_the_last_bean_and_end_with_the_process() throws Exception {
    TrialProcess only = start("only").awaitReady().end();

    assertThat(only.said()).contains("Embedded servers stopped").doesNotContain("SQLException");
    assertStopped();
    start("reader").awaitReady();
    assertThat(diary()).contains("only closed", "reader ready");
  }

  @Test
  void a_second_process_joins_and_the_last_one_out_stops_the_servers() throws Exception {
    TrialProcess first = start("first").awaitReady();
    TrialProcess second = start("second").awaitReady();
    assertThat(second.said()).contains("PostgreSQL joined on port " + postgresPort);
    assertThat(second.said()).contains("Redis joined on port " + redisPort);

    assertThat(first.end().said()).contains("Embedded servers go on for 1 other process(es)");
    assertThat(postgres()).isPresent();
    assertThat(redis()).isPresent();
    assertThat(second.end().said()).contains("Embedded servers stopped");

    assertStopped();
  }

  @Test
  void a_process_that_joins_takes_the_ports_that_the_servers_have() throws Exception {
    start("first").awaitReady();

    TrialProcess second =
        start(
                "second",
                "--runledger.embedded-postgres-port=" + FreePort.next(),
                "--runledger.embedded-redis-port=" + FreePort.next())
            .awaitReady();

    assertThat(second.said())
        .contains("PostgreSQL joined on port " + postgresPort)
        .contains("Redis joined on port " + redisPort);
  }

  @Test
  void of_two_that_start_at_once_one_starts_the_servers_and_the_other_joins() throws Exception {
    TrialProcess one = start("one");
    TrialProcess other = start("other");

    String said = one.awaitReady().said() + other.awaitReady().said();

    assertThat(said).containsOnlyOnce("PostgreSQL started").containsOnlyOnce("PostgreSQL joined");
  }

  @Test
  void servers_of_killed_processes_are_joined_and_stopped_by_the_last() throws Exception {
    TrialProcess first = start("first").awaitReady();
    TrialProcess second = start("second").awaitReady();
    first.kill();
    second.kill();
    assertThat(postgres()).as("a server outlives a kill of its users").isPresent();

    TrialProcess third = start("third").awaitReady();
    assertThat(third.said()).contains("PostgreSQL joined").contains("Redis joined");
    assertThat(diary()).contains("first ready", "second ready");

    assertThat(third.end().said()).contains("Embedded servers stopped");
    assertStopped();
  }

  @Test
  void ctrl_c_reaches_the_application_before_the_servers() throws Exception {
    TrialProcess only = startInOwnGroup("only").awaitReady();

    only.interruptGroup();

    assertThat(only.awaitEnd()).isEqualTo(130);
    assertThat(only.said()).contains("Embedded servers stopped").doesNotContain("SQLException");
    assertStopped();
    start("reader").awaitReady();
    assertThat(diary()).contains("only closed");
  }

  @Test
  void after_a_crash_of_the_machine_the_data_is_there_and_the_old_pid_files_do_no_harm()
      throws Exception {
    TrialProcess first = start("first").awaitReady();
    first.kill();
    crashServers();
    assertThat(data.resolve("postgres/postmaster.pid")).exists();

    TrialProcess second = start("second").awaitReady();

    assertThat(second.said()).contains("PostgreSQL started").contains("Redis started");
    assertThat(diary()).contains("first ready", "second ready");
  }

  @Test
  void a_pid_file_that_names_a_stranger_by_now_does_no_harm() throws Exception {
    start("first").awaitReady().kill();
    crashServers();
    nameThisProcess(data.resolve("postgres/postmaster.pid"));
    nameThisProcess(data.resolve("redis/redis.pid"));

    TrialProcess second = start("second").awaitReady();

    assertThat(second.said()).contains("PostgreSQL started").contains("Redis started");
    assertThat(second.end().said()).contains("Embedded servers stopped");
  }

  @Test
  void half_a_first_start_is_begun_anew() throws Exception {
    Files.createDirectories(data.resolve("postgres.new4711/home/base"));
    Files.writeString(data.resolve("postgres.new4711/home/PG_VERSION"), "18\n");

    start("first").awaitReady();

    assertThat(diary()).contains("first ready");
    assertThat(data).isDirectoryNotContaining("glob:**/postgres.new*");
  }

  @Test
  void a_redis_that_died_is_started_again_by_the_next_process() throws Exception {
    start("first").awaitReady();
    redis().orElseThrow().destroyForcibly();
    await().atMost(Duration.ofMinutes(1)).until(() -> redis().isEmpty());

    TrialProcess second = start("second").awaitReady();

    assertThat(second.said()).contains("PostgreSQL joined").contains("Redis started");
  }

  @Test
  void a_redis_that_cannot_run_here_leaves_the_filter_off() throws Exception {
    data = folder.resolve("without a library");
    Path program = RedisProgram.unpack(Files.createDirectories(data.resolve("bin")));
    Files.writeString(program, "#!/bin/sh\necho libssl.so.3: cannot open shared object; exit 127");

    TrialProcess only = start("only").awaitReady();

    assertThat(only.said())
        .contains("Embedded Redis did not start: libssl.so.3: cannot open shared object")
        .contains("PostgreSQL started on port %d, data in".formatted(postgresPort))
        .contains(TrialApplication.READY + "null");
  }

  @Test
  void nobody_enters_without_the_password() throws Exception {
    start("first").awaitReady();

    assertThatThrownBy(() -> DriverManager.getConnection(url(), PostgresSession.USER, "runledger"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password authentication failed");
    assertThat(data.resolve("postgres/runledger.password").toFile().canRead()).isTrue();
    assertThat(Files.getPosixFilePermissions(data.resolve("postgres/runledger.password")))
        .hasSize(2);
  }

  @Test
  void redis_stays_away_when_nodes_are_given() throws Exception {
    TrialProcess only =
        start("only", "--runledger.filter.nodes[0]=redis://lock-a:6379").awaitReady();

    assertThat(only.said())
        .contains("PostgreSQL started on port %d, data in".formatted(postgresPort))
        .contains(TrialApplication.READY + "redis://lock-a:6379");
    assertThat(data.resolve("redis")).doesNotExist();
  }

  @Test
  void a_taken_postgres_port_is_named_and_nothing_is_started() throws Exception {
    try (ServerSocket stranger = listenOn(postgresPort)) {
      TrialProcess only = start("only");

      assertThat(only.awaitEnd()).isEqualTo(1);
      assertRefusal(
          only,
          """
          Port %d is taken by something that is not the PostgreSQL of %s, so it cannot be joined; \
          nothing was started. Stop what listens there, or set runledger.embedded-postgres-port to \
          a free port."""
              .formatted(stranger.getLocalPort(), data.resolve("postgres")));
      assertStopped();
    }
  }

  @Test
  void a_taken_redis_port_is_named_and_postgres_is_stopped_again() throws Exception {
    try (ServerSocket stranger = listenOn(redisPort)) {
      TrialProcess only = start("only");

      assertThat(only.awaitEnd()).isEqualTo(1);
      assertRefusal(
          only,
          """
          Port %d is taken by something that is not the Redis of %s, so it cannot be joined; \
          nothing was started. Stop what listens there, or set runledger.embedded-redis-port to \
          a free port."""
              .formatted(stranger.getLocalPort(), data.resolve("redis")));
      assertThat(postgres()).isEmpty();
    }
  }

  @Test
  void a_data_directory_of_another_user_is_named_with_its_owner() throws Exception {
    Path theirs = folder.resolve("theirs");
    Files.createDirectories(theirs);
    if (Files.getAttribute(theirs, "unix:uid").equals(0)) {
      Files.setAttribute(theirs, "unix:uid", 65_534);
    } else {
      theirs = Path.of("/usr");
    }
    data = theirs;

    TrialProcess only = start("only");

    assertThat(only.awaitEnd()).isEqualTo(1);
    assertThat(only.said())
        .contains(theirs + " belongs to user " + Files.getOwner(theirs))
        .contains("set runledger.embedded-data to another directory.")
        .doesNotContain("\tat ");
  }

  @Test
  void a_process_of_another_container_is_not_joined() throws Exception {
    Files.createDirectories(data.resolve("processes"));
    Path file = data.resolve("processes/7-0-elsewhere");
    try (FileChannel other = FileChannel.open(file, CREATE_NEW, WRITE)) {
      other.write(ByteBuffer.wrap("pid:[1]".getBytes(UTF_8)));
      other.lock();

      TrialProcess only = start("only");

      assertThat(only.awaitEnd()).isEqualTo(1);
      assertRefusal(only, data + " is in use by a process of another container");
      assertThat(data.resolve("postgres")).doesNotExist();
    }
  }

  @Test
  void a_folder_that_something_else_made_is_left_as_it_is() throws Exception {
    Files.createDirectories(data.resolve("postgres"));
    Files.writeString(data.resolve("postgres/PG_VERSION"), "17\n");

    TrialProcess only = start("only");

    assertThat(only.awaitEnd()).isEqualTo(1);
    assertRefusal(
        only,
        """
        %s was not made by this application with PostgreSQL 18 (version found: 17); nothing was \
        started. Move it away, or set runledger.embedded-data to another directory."""
            .formatted(data.resolve("postgres")));
    assertThat(data.resolve("postgres")).isDirectoryContaining("glob:**PG_VERSION");
  }

  @Test
  void a_platform_without_binaries_is_named_with_the_way_out() throws Exception {
    TrialProcess only = start("only", "-Dos.arch=s390x");

    assertThat(only.awaitEnd()).isEqualTo(1);
    assertRefusal(
        only,
        """
        There is no embedded PostgreSQL for linux/s390x; nothing was started. Set \
        spring.datasource.url to a PostgreSQL of your own, or""");
  }

  @Test
  void a_pod_of_kubernetes_gets_no_ledger_of_its_own() throws Exception {
    TrialProcess only = startWith(Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1"), "only");

    assertThat(only.awaitEnd()).isEqualTo(1);
    assertRefusal(only, "runledger.embedded is true in a Kubernetes pod");
    assertNothingWasMade();
  }

  @Test
  void nothing_is_started_when_a_database_is_given() throws Exception {
    TrialProcess only =
        startWith(
            Map.of(
                "KUBERNETES_SERVICE_HOST",
                "10.0.0.1",
                "SPRING_DATASOURCE_URL",
                "jdbc:postgresql://127.0.0.1:" + FreePort.next() + "/given"),
            "only");

    assertThat(only.awaitEnd()).isEqualTo(1);
    assertThat(only.said()).contains("Connection to 127.0.0.1").doesNotContain("Embedded servers");
    assertNothingWasMade();
  }

  private TrialProcess start(String name, String... more) throws IOException {
    return start(Map.of(), false, name, more);
  }

  private TrialProcess startWith(Map<String, String> environment, String name) throws IOException {
    return start(environment, false, name);
  }

  private TrialProcess startInOwnGroup(String name) throws IOException {
    return start(Map.of(), true, name);
  }

  private TrialProcess start(
      Map<String, String> environment, boolean ownGroup, String name, String... more)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--name=" + name,
                "--spring.main.keep-alive=true",
                "--spring.main.web-application-type=none",
                "--runledger.embedded=true",
                "--runledger.embedded-data=" + data,
                "--runledger.embedded-postgres-port=" + postgresPort,
                "--runledger.embedded-redis-port=" + redisPort));
    // The last one of a name that is given twice would be joined to the first.
    for (String argument : more) {
      arguments.removeIf(given -> given.startsWith(argument.split("=", 2)[0] + "="));
      arguments.add(argument);
    }
    TrialProcess process =
        TrialProcess.start(folder.resolve(name + ".out"), environment, ownGroup, arguments);
    processes.add(process);
    return process;
  }

  private static ServerSocket listenOn(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  }

  /** One message for a person, and no stack trace. */
  private static void assertRefusal(TrialProcess process, String message) {
    assertThat(process.said())
        .contains("APPLICATION FAILED TO START")
        .contains(message)
        .doesNotContain("\tat ");
  }

  private void assertStopped() throws IOException {
    assertThat(postgres()).isEmpty();
    assertThat(redis()).isEmpty();
    assertThat(new Port(redisPort).isFree()).isTrue();
    assertThat(data.resolve("processes")).isEmptyDirectory();
  }

  private void assertNothingWasMade() {
    assertThat(data.resolve("postgres")).doesNotExist();
    assertThat(data.resolve("redis")).doesNotExist();
    assertThat(data.resolve("lock")).doesNotExist();
  }

  private void crashServers() throws IOException {
    postgres().orElseThrow().destroyForcibly();
    redis().orElseThrow().destroyForcibly();
    await().atMost(Duration.ofMinutes(1)).until(() -> postgres().isEmpty() && redis().isEmpty());
  }

  private static void nameThisProcess(Path pidFile) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(pidFile));
    lines.set(0, Long.toString(ProcessHandle.current().pid()));
    Files.write(pidFile, lines);
  }

  private Optional<ProcessHandle> postgres() throws IOException {
    return process(data.resolve("postgres"), "postmaster.pid");
  }

  private Optional<ProcessHandle> redis() throws IOException {
    return process(data.resolve("redis"), "redis.pid");
  }

  private static Optional<ProcessHandle> process(Path home, String pidFile) throws IOException {
    Path file = home.resolve(pidFile);
    return Files.exists(file)
        ? Daemon.find(Long.parseLong(Files.readAllLines(file).get(0).strip()), home, "")
        : Optional.empty();
  }

  private String url() {
    return PostgresSession.url(postgresPort, "runledger");
  }

  private List<String> diary() throws Exception {
    return query("SELECT entry FROM diary");
  }

  private List<String> query(String sql) throws Exception {
    String password = Files.readString(data.resolve("postgres/runledger.password"));
    try (Connection connection =
            DriverManager.getConnection(url(), PostgresSession.USER, password);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    }
  }
}
