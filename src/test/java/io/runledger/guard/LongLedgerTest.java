package io.runledger.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** 100,000 runs of 50 jobs, all over but a few: no question of ours reads the whole table. */
@DisplayName("In a long ledger")
class LongLedgerTest {

  private static final LocalDate TODAY = LocalDate.of(2026, 3, 2);
  private static final RunKey KEY = RunKey.of("job-07", TODAY);
  private static final List<String> JOBS =
      IntStream.range(0, 50).mapToObj("job-%02d"::formatted).toList();

  private static final Pattern READ_THROUGH =
      Pattern.compile("\"Seq Scan\",[^{}]*\"Relation Name\": \"batch_(run|attempt)\"");

  private static ExplainedStatements statements;
  private static JdbcClient jdbc;

  @BeforeAll
  static void fill() {
    Database database = PostgresServer.shared().newDatabase();
    var unused =
        new LedgerSchema(database.dataSource())
            .prepare(LedgerSchema.Mode.MIGRATE, "runledger.BATCH_");
    LongLedger.fill(database, JOBS, TODAY, 100_000);
    statements = ExplainedStatements.explained(database.dataSource());
    jdbc = JdbcClient.create(statements);
  }

  @AfterEach
  void no_statement_reads_the_whole_table() {
    Map<String, String> plans = statements.plans();
    statements.forget();
    assertThat(plans).isNotEmpty();
    assertThat(plans.keySet())
        .filteredOn(statement -> READ_THROUGH.matcher(plans.getOrDefault(statement, "")).find())
        .isEmpty();
  }

  @Test
  void what_waits_for_a_pod_is_found() {
    assertThat(new RunReader(jdbc).waiting(JOBS)).hasSize(1);
    assertThat(new RunReader(jdbc).waiting(List.of("job-07"))).isEmpty();
  }

  @Test
  void what_failed_is_found() {
    assertThat(new RunReader(jdbc).failed(JOBS)).hasSize(1);
  }

  @Test
  void what_stands_on_a_run_is_found() {
    for (boolean later : new boolean[] {true, false}) {
      for (boolean anyPart : new boolean[] {true, false}) {
        RunKey key = RunKey.of("job-07", TODAY.minusDays(3));
        assertThat(
                new RunReader(jdbc)
                    .standingOn(
                        new Reopening.Scope(key, later, anyPart, List.of("job-08", "job-09"))))
            .hasSize(later ? 11 : 2);
      }
    }
  }

  @Test
  void what_keeps_a_run_from_being_claimed_is_found() {
    Gate gate =
        new Gate(
            jdbc,
            new DatabaseClock(statements),
            new JobRegister(statements, new DatabaseClock(statements)));
    Timetable.Entry entry =
        new Timetable.Entry(
            null,
            TODAY,
            true,
            IntStream.range(1, 500)
                .mapToObj(day -> RunKey.of("job-07", TODAY.minusDays(day)))
                .toList(),
            List.of(RunKey.of("job-08", TODAY)),
            null);
    assertThat(gate.obstacle(RunRequest.of(KEY, Cause.schedule()), Optional.empty(), entry))
        .isEmpty();
    assertThat(
            gate.obstacle(
                RunRequest.of(RunKey.of("job-02", TODAY), Cause.schedule()),
                Optional.empty(),
                entry))
        .contains("the earlier job-02 %s is FAILED".formatted(TODAY.minusDays(1_999)));
  }

  @Test
  void one_run_is_found_by_its_key_and_by_its_attempt() {
    UUID attempt = new RunReader(jdbc).read(KEY).orElseThrow().attemptId();
    assertThat(new RunReader(jdbc).ofAttempt(attempt)).isPresent();
  }

  @Test
  void a_page_of_its_latest_runs_is_found() {
    LedgerHistory history = new LedgerHistory(statements);
    assertThat(history.latest(null, null, 30)).hasSize(30);
    assertThat(history.latest("job-07", null, 30)).hasSize(30);
    assertThat(history.latest(null, TODAY, 30)).hasSize(30);
    assertThat(history.latest("job-07", TODAY, 30)).hasSize(1);
    assertThat(history.between("job-07", TODAY.minusDays(9), TODAY)).hasSize(10);
    assertThat(history.attempts(List.of(KEY))).hasSize(1);
    assertThat(new RunReader(jdbc).lastStarted(20)).hasSize(20);
  }
}
