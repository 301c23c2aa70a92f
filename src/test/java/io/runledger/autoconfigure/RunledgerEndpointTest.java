package io.runledger.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.run.Cause;
import io.runledger.run.Verdict;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.jackson.EndpointJsonMapper;
import tools.jackson.databind.JsonNode;

@DisplayName("The endpoint 'runledger'")
class RunledgerEndpointTest {

  @Test
  void tells_as_json_what_is_guarded_what_works_and_what_ran() throws Exception {
    try (GuardedApplication application =
        GuardedApplication.start(PostgresServer.shared().newDatabase())) {
      for (int day = 0; day < 21; day++) {
        application.run("copy", GuardedApplication.DAY.plusDays(day));
      }
      Verdict.Started waiting =
          (Verdict.Started) application.ask("wait", Cause.person("ann", null));

      JsonNode json = json(application);

      assertThat(json.at("/pod").asString()).isEqualTo(waiting.attempt().pod().toString());
      assertThat(json.at("/ledger").asString()).hasSize(36);
      assertThat(json.at("/filter").isEmpty()).isTrue();
      assertThat(json.at("/jobs").size()).isEqualTo(4);
      assertThat(json.at("/jobs/0").toString())
          .isEqualTo(
              "{'job':'copy','lock':'copy','lease':'PT5S','chunkIdle':'PT5S','effects':'LEDGER','zone':'UTC'}"
                  .replace('\'', '"'));
      assertThat(json.at("/jobs/2/lock").asString()).isEqualTo("shared");
      assertThat(json.at("/jobs/3/zone").asString()).isEqualTo("Asia/Ho_Chi_Minh");
      assertThat(json.at("/attempts").size()).isEqualTo(1);
      JsonNode attempt = json.at("/attempts/0");
      assertThat(attempt.get("attempt").asString()).isEqualTo(waiting.attempt().id().toString());
      assertThat(attempt.get("fence").asLong()).isEqualTo(waiting.attempt().fence());
      assertThat(attempt.get("batchDate").asString()).isEqualTo("2026-01-05");
      assertThat(Duration.parse(attempt.get("age").asString())).isPositive();
      assertThat(json.at("/recentRuns").size()).isEqualTo(20);
      assertThat(json.at("/recentRuns/0/job").asString()).isEqualTo("wait");
      assertThat(json.at("/recentRuns/0/status").asString()).isEqualTo("RUNNING");
      assertThat(json.at("/recentRuns/1/batchDate").asString()).isEqualTo("2026-01-25");
      assertThat(json.at("/recentRuns/1/startedAt").asString()).endsWith("Z");
      assertThat(json.has("trouble")).isFalse();
    }
  }

  @Test
  void still_tells_what_the_pod_knows_when_the_database_is_away() throws Exception {
    try (PostgresServer server = PostgresServer.start();
        GuardedApplication application = GuardedApplication.start(server.newDatabase())) {
      server.stop();
      JsonNode json = json(application);
      server.restart();

      assertThat(json.at("/jobs").size()).isEqualTo(4);
      assertThat(json.at("/recentRuns").isEmpty()).isTrue();
      assertThat(json.at("/trouble").asString()).isNotBlank();
    }
  }

  private static JsonNode json(GuardedApplication application) {
    var mapper = application.bean(EndpointJsonMapper.class).get();
    return mapper.readTree(
        mapper.writeValueAsString(application.bean(RunledgerEndpoint.class).overview()));
  }
}
