package io.runledger.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.jobs.CommandLine.Running;
import io.runledger.jobs.CommandLine.Said;
import io.runledger.test.Database;
import io.runledger.test.FreePort;
import io.runledger.test.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Each exit code and each promise of the commands, by processes. */
class CommandsIT {

  private static final String JOB = "daily-statement";
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private final Database database = PostgresServer.shared().newDatabase();

  private final Statements statements = new Statements(database);
  private @TempDir Path folder;
  private CommandLine commands;

  @BeforeEach
  void open() {
    commands = new CommandLine(folder, database);
  }

  @AfterEach
  void close() {
    commands.close();
  }

  private static void assertOneLine(Said said, String... parts) {
    assertThat(said.err().lines())
        .singleElement()
        .asString()
        .startsWith("runledger: ")
        .contains(parts);
  }

  private Running startSlowly(String date) {
    return startSlowly(date, "200ms");
  }

  /**
   * @param pause after each of the fifty chunks
   */
  private Running startSlowly(String date, String pause) {
    String[] arguments = {"run", JOB, "--date", date, "--json", "--parameter", "pause=" + pause};
    Running running = commands.start(arguments);
    await()
        .atMost(LIMIT)
        .ignoreExceptions() // before the first command has made the tables
        .until(() -> statements.of(date) > 0 || !running.process().isAlive());
    assertThat(running.process().isAlive()).as("it works").isTrue();
    return running;
  }

  @Test
  @DisplayName("RC-37 0: a run completes, and every other way to say its date finds it completed")
  void a_run_completes_with_0_and_so_does_every_other_way_to_say_its_date() {
    Said first = commands.run("run", JOB, "--date", "2026-03-31", "--json").exitsWith(0);
    JsonNode json = first.json();
    assertThat(json.path("verdict").asString()).isEqualTo("STARTED");
    assertThat(json.path("status").asString()).isEqualTo("COMPLETED");
    assertThat(json.path("job").asString()).isEqualTo(JOB);
    assertThat(json.path("layer").asString()).isEqualTo("LEDGER");
    assertThat(json.path("effects").asString()).isEqualTo("LEDGER");
    assertThat(json.path("attempt").asInt()).isEqualTo(1);
    assertThat(json.path("fence").asLong()).isPositive();
    assertThat(first.err()).isEmpty();

    String[][] sameDate = {
      {"run", JOB, "--date", "20260331", "--json"},
      {"run", JOB, "--date=2026-03-31", "--json", "--parameter", "requestedBy=console"},
    };
    for (String[] arguments : sameDate) {
      JsonNode again = commands.run(arguments).exitsWith(0).json();
      assertThat(again.path("verdict").asString()).isEqualTo("ALREADY_COMPLETED");
      assertThat(again.path("batchDate").asString()).isEqualTo("2026-03-31");
    }
    assertOneLine(
        commands.run("run", JOB, "--date", "2026-03-31T00:00:00+02:00").exitsWith(2),
        "'2026-03-31T00:00:00+02:00' is no batch date");
    statements.assertOnceEach("2026-03-31");
  }

  @Test
  void what_cannot_be_kept_of_a_person_s_words_is_wrong_usage_and_nothing_is_run() {
    String[] run = {"run", JOB, "--date", "2026-03-28"};
    for (String[] words :
        new String[][] {
          {"--reason", "late\nfeed"}, {"--actor", "a\u0007nn"}, {"--part", "\u001b[2J"}
        }) {
      Said said = commands.run(Stream.of(run, words).flatMap(Stream::of).toArray(String[]::new));
      assertOneLine(said.exitsWith(2), "has the control character U+00", "nothing was asked for");
      assertThat(said.err().strip().chars().noneMatch(Character::isISOControl)).isTrue();
    }
    assertThat(commands.run("status", "--date", "2026-03-28", "--json").json()).isEmpty();
  }

  @Test
  void people_read_the_verdict_and_the_end_on_standard_output() {
    commands.packed();
    Said first = commands.run("run", JOB, "--date", "2026-03-30").exitsWith(0);
    Said again = commands.run("run", JOB, "--date", "2026-03-30").exitsWith(0);
    Said status = commands.run("status", JOB, "--date", "2026-03-30").exitsWith(0);

    assertThat(first.out().lines())
        .satisfiesExactly(
            line ->
                assertThat(line).startsWith(JOB + " 2026-03-30: STARTED (attempt 1 under fence "),
            line -> assertThat(line).isEqualTo(JOB + " 2026-03-30: COMPLETED"));
    assertThat(again.out().lines())
        .singleElement()
        .asString()
        .startsWith(JOB + " 2026-03-30: ALREADY_COMPLETED (completed by ");
    assertThat(status.out().lines().toList())
        .hasSize(2)
        .last()
        .asString()
        .startsWith(JOB + "  2026-03-30  -     COMPLETED  1");
  }

  @Test
  @DisplayName("RC-37 1: a run fails, and the same command resumes it")
  void a_run_that_fails_exits_with_1_and_is_resumed_by_the_same_command() {
    commands.run("status").exitsWith(0); // makes the tables
    database
        .jdbc()
        .sql(
            """
            ALTER TABLE demo_statement ADD CONSTRAINT trial
            CHECK (statement_date <> '2026-03-29' OR account_id <= 2550)
            """)
        .update();

    Said failed = commands.run("run", JOB, "--date", "2026-03-29").exitsWith(1);
    database.jdbc().sql("ALTER TABLE demo_statement DROP CONSTRAINT trial").update();
    long before = statements.of("2026-03-29");
    Said resumed = commands.run("run", JOB, "--date", "2026-03-29", "--json").exitsWith(0);

    assertOneLine(failed, JOB + " 2026-03-29 FAILED: ", "trial");
    assertThat(before).isEqualTo(2_500);
    assertThat(resumed.json().path("verdict").asString()).isEqualTo("RESUMED");
    statements.assertOnceEach("2026-03-29");
  }

  @Test
  @DisplayName("RC-37 1: a SIGTERM stops the run at its next chunk")
  void a_sigterm_stops_the_run_at_the_next_chunk_with_1() {
    Running running = startSlowly("2026-03-28");
    running.process().destroy();
    Said stopped = running.await().exitsWith(1);

    assertThat(stopped.json().path("status").asString()).isEqualTo("STOPPED");
    assertOneLine(stopped, JOB + " 2026-03-28 STOPPED: stopped by ", "Ctrl-C or SIGTERM");
    assertThat(state("2026-03-28").path("stoppedByPerson").asBoolean())
        .as("no pod resumes it")
        .isTrue();
    assertThat(audit("2026-03-28", "STOPPING")).as("kept as a request").isEqualTo(1);
    assertThat(statements.of("2026-03-28") % 100).as("whole chunks").isZero();
    assertThat(statements.of("2026-03-28")).isLessThan(Statements.ACCOUNTS);
    JsonNode resumed =
        commands.run("run", JOB, "--date", "2026-03-28", "--json").exitsWith(0).json();
    assertThat(resumed.path("verdict").asString()).isEqualTo("RESUMED");
    statements.assertOnceEach("2026-03-28");
  }

  @Test
  void a_stop_from_another_process_stops_the_run_and_only_a_person_resumes_it() {
    // A command needs seconds to start.
    Running owner = startSlowly("2026-03-23", "1s");
    Said stop =
        commands
            .run(
                "stop",
                JOB,
                "--date",
                "20260323",
                "--reason",
                "wrong rates",
                "--actor",
                "ann",
                "--wait",
                "--json")
            .exitsWith(0);
    assertThat(stop.json().path("answer").asString()).isEqualTo("STOPPED");
    assertThat(stop.json().path("status").asString()).isEqualTo("STOPPED");
    assertThat(stop.err()).isEmpty();

    Said stopped = owner.await().exitsWith(1);
    assertThat(stopped.json().path("status").asString()).isEqualTo("STOPPED");
    assertThat(stopped.err().lines().toList())
        .last()
        .isEqualTo("runledger: " + JOB + " 2026-03-23 STOPPED: stopped by ann: wrong rates");
    assertThat(statements.of("2026-03-23") % 100).as("whole chunks").isZero();
    assertThat(state("2026-03-23").path("stoppedByPerson").asBoolean()).isTrue();
    assertThat(audit("2026-03-23", "STOPPING")).isEqualTo(1);

    Said again = stop("2026-03-23").exitsWith(0);
    assertThat(again.out())
        .isEqualToIgnoringNewLines(
            JOB + " 2026-03-23: STOPPED (already stopped by ann: wrong rates)");
    commands.run("run", JOB, "--date", "2026-03-23").exitsWith(0);
    statements.assertOnceEach("2026-03-23");
    assertThat(stop("2026-03-23").exitsWith(0).out()).contains("ALREADY_COMPLETED");
  }

  @Test
  void a_stop_of_what_does_not_run_says_so() {
    commands.run("status").exitsWith(0); // makes the tables
    assertThat(stop("2026-03-22").exitsWith(7).out()).contains("NOT_RUNNING (it was never run)");
    database
        .jdbc()
        .sql(
            """
            INSERT INTO runledger.batch_run
                   (job_name, batch_date, covered_from, status, fence, attempt_id, lock_name, pod, message)
            VALUES (:job, '2026-03-21', '2026-03-21', 'FAILED', 0, gen_random_uuid(), :job, 'gone', 'no rates'),
                   (:job, '2026-03-20', '2026-03-20', 'STOPPED', 0, gen_random_uuid(), :job, 'gone', NULL)
            """)
        .param("job", JOB)
        .update();
    assertThat(stop("2026-03-21").exitsWith(1).out())
        .contains("NOT_RUNNING (it is FAILED: no rates)");
    assertThat(stop("2026-03-20").exitsWith(0).out())
        .contains("STOPPED (a shutdown had stopped it; nobody resumes it unasked now)");
    assertOneLine(
        commands
            .run("stop", "daily-statment", "--date", "2026-03-22", "--reason", "trial")
            .exitsWith(2),
        "There is no guarded job 'daily-statment'");
  }

  private Said stop(String date) {
    return commands.run("stop", JOB, "--date", date, "--reason", "trial");
  }

  private JsonNode state(String date) {
    return commands.run("status", JOB, "--date", date, "--json").exitsWith(0).json().path(0);
  }

  @Test
  @DisplayName("RC-37 4: it runs elsewhere; with --wait it is waited for")
  void a_run_elsewhere_is_4_and_with_wait_its_end() {
    Running owner = startSlowly("2026-03-27");

    Said other = commands.run("run", JOB, "--date", "2026-03-27", "--json").exitsWith(4);
    assertThat(other.json().path("verdict").asString()).isEqualTo("ALREADY_RUNNING");
    assertThat(other.json().path("owner").asString()).isNotEmpty();
    assertThat(Instant.parse(other.json().path("since").asString())).isBefore(Instant.now());
    assertThat(owner.process().isAlive()).as("the owner still works").isTrue();

    Said waited = commands.run("run", JOB, "--date", "2026-03-27", "--wait", "--json").exitsWith(0);
    assertThat(waited.json().path("status").asString()).isEqualTo("COMPLETED");
    owner.await().exitsWith(0);
    statements.assertOnceEach("2026-03-27");
  }

  @Test
  void whoever_waits_takes_the_run_over_when_its_pod_dies() {
    Running owner = startSlowly("2026-03-26");
    Running waiting = commands.start("run", JOB, "--date", "2026-03-26", "--wait", "--json");
    await()
        .atMost(LIMIT)
        .until(() -> audit("2026-03-26", "ALREADY_RUNNING") > 0 || !owner.process().isAlive());
    owner.process().destroyForcibly();

    JsonNode json = waiting.await().exitsWith(0).json();
    assertThat(json.path("verdict").asString()).isEqualTo("RESUMED");
    assertThat(json.path("attempt").asInt()).isEqualTo(2);
    statements.assertOnceEach("2026-03-26");
  }

  private long audit(String date, String verdict) {
    return database
        .jdbc()
        .sql(
            """
            SELECT count(*) FROM runledger.batch_audit
             WHERE batch_date = CAST(:date AS date) AND verdict = :verdict
            """)
        .param("date", date)
        .param("verdict", verdict)
        .query(Long.class)
        .single();
  }

  @Test
  @DisplayName("RC-37 2: what makes no sense is told in one line")
  void what_makes_no_sense_is_2_in_one_line() {
    assertOneLine(
        commands.run("run", "daily-statment", "--date", "2026-03-25").exitsWith(2),
        "There is no guarded job 'daily-statment'; nothing was run. Guarded are: " + JOB);
    assertOneLine(
        commands.run("run", JOB, "--parameter", "batchDate=2026-03-25").exitsWith(2), "batchDate");
    CommandLine badZone = new CommandLine(folder, database).with("runledger.zone", "Europe/Belrin");
    assertOneLine(badZone.run("status").exitsWith(2), "Did you mean Europe/Berlin?");
    CommandLine badKey = new CommandLine(folder, database).with("runledger.leese", "10s");
    assertOneLine(badKey.run("status").exitsWith(2), "runledger.leese");
  }

  @Test
  @DisplayName("RC-37 5: a database that cannot be reached is told in one line")
  void a_database_that_cannot_be_reached_is_5_in_one_line() {
    Database nowhere = database.via(FreePort.next());
    CommandLine blind = new CommandLine(folder, nowhere);

    Said said = blind.run("run", JOB, "--date", "2026-03-25", "--json").exitsWith(5);
    assertThat(said.out()).isEmpty();
    assertOneLine(said, "The database cannot be reached", "refused");
  }

  @Test
  @DisplayName("RC-37 7: a future date is blocked")
  void a_future_date_is_blocked_with_7() {
    String future = LocalDate.now(java.time.ZoneOffset.UTC).plusDays(3).toString();

    JsonNode json = commands.run("run", JOB, "--date", future, "--json").exitsWith(7).json();
    assertThat(json.path("verdict").asString()).isEqualTo("BLOCKED");
    assertThat(json.path("message").asString()).contains("in the future");

    Said backfill =
        commands
            .run("backfill", JOB, "--from", "2026-03-24", "--to", future, "--reason", "trial")
            .exitsWith(7);
    assertOneLine(backfill, "is in the future", "nothing was run");
    assertThat(statements.of("2026-03-24")).isZero();
  }

  @Test
  void without_a_date_it_is_today_in_the_jobs_zone_and_the_answer_says_which() {
    // It is already tomorrow there for fourteen hours of the day.
    commands.with("runledger.zone", "Pacific/Kiritimati");
    String before = today();
    JsonNode json = commands.run("run", JOB, "--json").exitsWith(0).json();
    assertThat(json.path("batchDate").asString()).isBetween(before, today());
  }

  private String today() {
    return database
        .jdbc()
        .sql("SELECT (clock_timestamp() AT TIME ZONE 'Pacific/Kiritimati')::date::text")
        .query(String.class)
        .single();
  }

  @Test
  void a_backfill_shows_its_plan_and_then_runs_it_in_order() {
    commands.run("run", JOB, "--date", "2025-02-27").exitsWith(0);
    String[] range = {
      "backfill", JOB, "--from", "20250227", "--to", "2025-03-01", "--reason", "late feed", "--json"
    };

    String[] dry = java.util.Arrays.copyOf(range, range.length + 1);
    dry[range.length] = "--dry-run";
    JsonNode plan = commands.run(dry).exitsWith(0).json();
    assertThat(plan.path("plan").findValuesAsString("verdict"))
        .containsExactly("ALREADY_COMPLETED", "STARTED", "STARTED");
    assertThat(plan.path("runs")).isEmpty();
    assertThat(statements.of("2025-02-28")).isZero();

    JsonNode done = commands.run(range).exitsWith(0).json();
    assertThat(done.path("runs").findValuesAsString("batchDate"))
        .containsExactly("2025-02-28", "2025-03-01");
    for (String date : new String[] {"2025-02-27", "2025-02-28", "2025-03-01"}) {
      statements.assertOnceEach(date);
    }
    assertThat(commands.run(range).exitsWith(0).json().path("runs")).isEmpty();
  }

  @Test
  void a_backfill_leaves_a_running_date_alone_and_exits_with_4() {
    commands.run("run", JOB, "--date", "2025-06-01").exitsWith(0);
    database
        .jdbc()
        .sql(
            """
            WITH lease AS (
              INSERT INTO runledger.batch_lock (name, lease, locked_until, locked_by, fence)
              VALUES ('elsewhere', interval '1 hour', clock_timestamp() + interval '1 hour',
                      gen_random_uuid(), nextval('runledger.batch_fence'))
              RETURNING fence, locked_by)
            INSERT INTO runledger.batch_run
                   (job_name, batch_date, covered_from, status, fence, attempt_id, lock_name, pod)
            SELECT 'daily-statement', '2025-06-02', '2025-06-02', 'RUNNING', fence, locked_by,
                   'elsewhere', 'a:b'
              FROM lease
            """)
        .update();

    Said said =
        commands
            .run("backfill", JOB, "--from", "2025-06-01", "--to", "2025-06-02", "--reason", "r")
            .exitsWith(4);
    assertThat(said.out()).containsPattern("2025-06-02 +RUNNING +ALREADY_RUNNING +leave");
    assertThat(statements.of("2025-06-02")).isZero();
  }

  @Test
  void schedule_shows_what_is_due_when_and_nothing_else() {
    // Warned of at a deploy: not on each command.
    commands.with("runledger.jobs.eod-interest.cron", "0 30 23 31 * ?");
    Said said =
        commands
            .run("schedule", "eod-interest", "--from", "2026-01-01", "--to", "20261231", "--json")
            .exitsWith(0);
    assertThat(said.err()).isEmpty();
    assertThat(said.json().path("state").asString()).isEqualTo("SCHEDULED");
    assertThat(said.json().path("runs")).hasSize(7);
    assertThat(said.json().path("runs").get(1).path("due").asString())
        .isEqualTo("2026-03-31T23:30:00+07:00");

    assertThat(commands.run("schedule", "--json").exitsWith(0).json())
        .extracting(next -> next.path("job").asString())
        .containsExactly(JOB, "eod-interest");
    assertOneLine(
        commands.run("schedule", JOB, "--from", "2026-01-02", "--to", "2026-01-01").exitsWith(2),
        "runs backwards");
  }

  @Test
  void status_answers_with_an_array_that_scripts_can_read() {
    commands
        .run("run", JOB, "--date", "2025-01-02", "--actor", "ann", "--reason", "month end")
        .exitsWith(0);

    Said said = commands.run("status", JOB, "--date", "20250102", "--json").exitsWith(0);
    assertThat(said.err()).isEmpty();
    assertThat(said.json().isArray()).isTrue();
    assertThat(said.json()).hasSize(1);
    JsonNode run = said.json().get(0);
    assertThat(run.path("job").asString()).isEqualTo(JOB);
    assertThat(run.path("batchDate").asString()).isEqualTo("2025-01-02");
    assertThat(run.path("part").asString()).isEmpty();
    assertThat(run.path("status").asString()).isEqualTo("COMPLETED");
    assertThat(run.path("attempts").asInt()).isEqualTo(1);
    assertThat(run.path("fence").asLong()).isPositive();
    assertThat(run.path("pod").asString()).contains(":");
    assertThat(Instant.parse(run.path("startedAt").asString()))
        .isBefore(Instant.parse(run.path("endedAt").asString()));
    JsonNode attempt = run.path("history").get(0);
    assertThat(attempt.path("actor").asString()).isEqualTo("ann");
    assertThat(attempt.path("reason").asString()).isEqualTo("month end");

    assertThat(commands.run("status", "--date", "1999-01-01", "--json").exitsWith(0).json())
        .isEmpty();
    assertOneLine(commands.run("status", "none").exitsWith(2), "There is no guarded job 'none'");
  }

  @Test
  void the_log_goes_to_standard_error_and_only_if_asked_for() {
    Said said = commands.run("status", "--json", "--verbose").exitsWith(0);

    assertThat(said.json().isArray()).isTrue();
    assertThat(said.err()).contains("RunledgerJobs");
  }
}
