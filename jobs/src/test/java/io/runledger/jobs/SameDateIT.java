package io.runledger.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.jobs.CommandLine.Said;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same date in other words. Spring Batch would take a date as text, or one with another
 * identifying parameter, for another instance, and run it again. What REST takes for a date is
 * shown beside it.
 */
class SameDateIT {

  private static final String DATE = "2026-03-31";

  private final Database database = PostgresServer.shared().newDatabase();
  private final Statements statements = new Statements(database);
  private @TempDir Path folder;

  @Test
  @DisplayName(
      "RC-29 a date that was run is COMPLETED, however it is written and whatever is added")
  void is_one_run() {
    try (CommandLine commands = new CommandLine(folder, database)) {
      commands.run("status").exitsWith(0); // makes the tables
      leaveWhatTheVersionBeforeWrote();
      Said first = commands.run("run", "daily-statement", "--date", DATE, "--json").exitsWith(0);
      assertThat(first.json().path("verdict").asString()).isEqualTo("STARTED");
      assertThat(first.json().path("status").asString()).isEqualTo("COMPLETED");

      assertIsDone(commands.run("run", "daily-statement", "--date", DATE, "--json"));
      assertIsDone(commands.run("run", "daily-statement", "--date", "20260331", "--json"));
      assertIsDone(
          commands.run(
              "run",
              "daily-statement",
              "--date",
              DATE,
              "--parameter",
              "requestedBy=ann",
              "--actor",
              "ann",
              "--json"));
      for (String other : new String[] {DATE + "T00:00:00+02:00", "31.03.2026"}) {
        commands.run("run", "daily-statement", "--date", other, "--json").exitsWith(2);
      }

      statements.assertOnceEach(DATE);
      assertThat(text("SELECT count(*) FROM runledger.batch_run")).isEqualTo("1");
      assertThat(text("SELECT string_agg(batch_date::text, ',') FROM runledger.batch_run"))
          .isEqualTo(DATE);
      assertThat(text("SELECT string_agg(status, ',') FROM runledger.batch_attempt"))
          .isEqualTo("COMPLETED");
    }
  }

  private static void assertIsDone(Said said) {
    said.exitsWith(0);
    assertThat(said.json().path("verdict").asString()).isEqualTo("ALREADY_COMPLETED");
    assertThat(said.json().path("job").asString()).isEqualTo("daily-statement");
    assertThat(said.json().path("batchDate").asString()).isEqualTo(DATE);
    assertThat(said.json().path("part").asString()).isEmpty();
  }

  /** An instance with the date as text and a key of the old kind. It is nobody's run. */
  private void leaveWhatTheVersionBeforeWrote() {
    database
        .template()
        .execute(
            """
            INSERT INTO runledger.batch_job_instance (job_instance_id, version, job_name, job_key)
            VALUES (nextval('runledger.batch_job_instance_seq'), 0, 'daily-statement',
                    '28676d8f0123456789abcdef01234567');
            INSERT INTO runledger.batch_job_execution (job_execution_id, version, job_instance_id,
                   create_time, start_time, end_time, status, exit_code, exit_message, last_updated)
            SELECT nextval('runledger.batch_job_execution_seq'), 2, job_instance_id, now(), now(),
                   now(), 'COMPLETED', 'COMPLETED', '', now()
              FROM runledger.batch_job_instance;
            INSERT INTO runledger.batch_job_execution_params (job_execution_id, parameter_name,
                   parameter_type, parameter_value, identifying)
            SELECT job_execution_id, 'batchDate', 'java.lang.String', '2026-03-31', 'Y'
              FROM runledger.batch_job_execution
            """);
  }

  private String text(String sql) {
    return String.valueOf(database.jdbc().sql(sql).query().singleValue());
  }
}
