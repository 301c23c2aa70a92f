package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.runledger.batch.RunLauncher;
import io.runledger.run.Attempt;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("The log of a night")
class NightLogTest {

  @Test
  void tells_a_run_and_a_second_request_in_three_lines() throws Exception {
    try (GuardedApplication application =
            GuardedApplication.start(PostgresServer.shared().newDatabase());
        LoggedLines heard = new LoggedLines()) {
      application.run("copy", GuardedApplication.DAY);
      heard.await(2);
      application.ask("copy", Cause.person("ann", "once more"));

      assertThat(heard.aloud())
          .satisfiesExactly(
              started ->
                  assertThat(started.getFormattedMessage())
                      .isEqualTo(
                          "copy 2026-01-05: STARTED (attempt 1 under fence 1), asked by PERSON ann."),
              ended ->
                  assertThat(ended.getFormattedMessage())
                      .matches(
                          "copy 2026-01-05: attempt 1 COMPLETED after \\d+ ms, 50 read, 50 written\\."),
              again ->
                  assertThat(again.getFormattedMessage())
                      .matches(
                          "copy 2026-01-05: ALREADY_COMPLETED \\(completed by .+ at 20.+Z\\),"
                              + " asked by PERSON ann\\."));
      assertThat(heard.aloud().subList(0, 2))
          .allSatisfy(
              line ->
                  assertThat(line.getKeyValuePairs())
                      .extracting(pair -> pair.key)
                      .startsWith("run", "attempt", "fence"));
    }
  }

  @Test
  void of_a_pod_that_does_not_get_the_run_has_one_line_for_all_rounds() throws Exception {
    Database db = PostgresServer.shared().newDatabase();
    try (GuardedApplication owner = GuardedApplication.start(db);
        GuardedApplication loser = GuardedApplication.start(db);
        LoggedLines heard = new LoggedLines()) {
      Attempt attempt = ((Verdict.Started) owner.ask("wait", Cause.schedule())).attempt();
      for (int round = 0; round < 20; round++) {
        loser.ask("wait", Cause.schedule());
      }
      assertThat(heard.aloud()).hasSize(2);
      assertThat(heard.aloud().get(1).getFormattedMessage())
          .startsWith("wait 2026-01-05: ALREADY_RUNNING (attempt 1 on ")
          .endsWith("asked by SCHEDULE.");

      loser.ask("wait", Cause.person("ann", null));
      assertThat(heard.aloud()).as("a person is always answered").hasSize(3);
      owner.gate().open();
      owner.end(attempt);
    }
  }

  @Test
  void warns_of_a_run_that_failed_and_says_why() throws Exception {
    try (GuardedApplication application =
            GuardedApplication.start(PostgresServer.shared().newDatabase());
        LoggedLines heard = new LoggedLines()) {
      application.run("fall", GuardedApplication.DAY);
      heard.await(2);
      ILoggingEvent end = heard.aloud().get(1);
      assertThat(end.getLevel()).isEqualTo(Level.WARN);
      assertThat(end.getFormattedMessage()).contains("FAILED").endsWith("there is a hole");
    }
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void has_run_attempt_and_fence_as_fields_in_structured_form(CapturedOutput output)
      throws Exception {
    Attempt attempt;
    try (GuardedApplication application =
        GuardedApplication.start(
            PostgresServer.shared().newDatabase(),
            "--logging.config=classpath:io/runledger/autoconfigure/structured-logging.xml",
            "--logging.structured.format.console=logstash")) {
      attempt =
          ((Verdict.Started)
                  application
                      .bean(RunLauncher.class)
                      .ask(
                          RunRequest.of(
                              new RunKey("copy", GuardedApplication.DAY, "EUR"), Cause.schedule())))
              .attempt();
      application.end(attempt);
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> ours(output).stream().anyMatch(line -> line.has("status")));
    }
    List<JsonNode> lines = ours(output);

    assertThat(lines.get(0).get("message").asString())
        .startsWith("Pod ")
        .contains("guards copy, fall, split, wait; ledger ")
        .endsWith("Spring Batch's tables runledger.BATCH_*, filter off.");
    List<JsonNode> ofTheAttempt = lines.stream().filter(line -> line.has("attempt")).toList();
    assertThat(ofTheAttempt)
        .hasSize(2)
        .allSatisfy(
            line -> {
              assertThat(line.get("run").asString()).isEqualTo("copy 2026-01-05/EUR");
              assertThat(line.get("attempt").asString()).isEqualTo(attempt.id().toString());
              assertThat(line.get("fence").isNumber()).isTrue();
              assertThat(line.get("fence").asLong()).isEqualTo(attempt.fence());
            });
    assertThat(ofTheAttempt.get(0).get("verdict").asString()).isEqualTo("STARTED");
    assertThat(ofTheAttempt.get(1).get("status").asString()).isEqualTo("COMPLETED");
  }

  private static List<JsonNode> ours(CapturedOutput output) {
    JsonMapper mapper = JsonMapper.builder().build();
    return output
        .getOut()
        .lines()
        .filter(line -> line.startsWith("{"))
        .map(mapper::readTree)
        .filter(line -> line.at("/logger_name").asString("").startsWith("io.runledger"))
        .toList();
  }
}
