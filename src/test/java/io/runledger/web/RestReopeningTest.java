package io.runledger.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import io.runledger.web.WebClient.Answer;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each test has a job of its own, since what is on hold is on hold for all. */
@DisplayName("By REST")
class RestReopeningTest {

  private static final Database DATABASE = PostgresServer.shared().newDatabase();
  private static WebPod pod;
  private static WebClient olga;
  private static WebClient ada;

  @BeforeAll
  static void start() {
    pod = WebPod.start(DATABASE);
    olga = pod.as("olga");
    ada = pod.as("ada");
  }

  @AfterAll
  static void stop() {
    pod.close();
  }

  @Test
  void a_job_is_held_back_and_released() {
    assertThat(post(olga, "/jobs/fall/hold").is(200).text("answer")).isEqualTo("HELD");
    assertThat(post(ada, "/jobs/fall/hold").is(200).text("answer")).isEqualTo("ALREADY_HELD");
    Answer blocked = run("fall", "2026-01-05").isProblem(409);
    assertThat(blocked.text("verdict")).isEqualTo("BLOCKED");
    assertThat(blocked.text("detail")).contains("hold", "olga");

    assertThat(post(olga, "/jobs/fall/release").is(200).text("answer")).isEqualTo("RELEASED");
    assertThat(post(olga, "/jobs/fall/release").is(200).text("answer")).isEqualTo("NOT_HELD");
    run("fall", "2026-01-05").is(202);
    assertThat(ada.get("/audit?job=fall").json().path("total").asInt()).isEqualTo(6);

    post(pod.as("vic"), "/jobs/fall/hold").isProblem(403);
    post(olga, "/jobs/fell/hold").isProblem(404);
    assertThat(olga.post("/jobs/fall/hold", "{}").isProblem(400).text("property"))
        .isEqualTo("reason");
  }

  @Test
  void a_completed_run_is_opened_again_with_what_stands_on_it_by_an_admin_alone() {
    for (String date : new String[] {"2026-01-05", "2026-01-06"}) {
      run("copy", date).is(202);
      await("copy", date, "COMPLETED");
    }
    post(olga, "/runs/copy/2026-01-05/reopen").isProblem(403);
    assertThat(ada.post("/runs/copy/2026-01-05/reopen", "{}").isProblem(400).text("property"))
        .isEqualTo("reason");

    Answer refused = post(ada, "/runs/copy/2026-01-05/reopen").isProblem(409);
    assertThat(refused.text("title")).isEqualTo("BLOCKED");
    assertThat(refused.json().path("runs").get(0).path("batchDate").asString())
        .isEqualTo("2026-01-06");

    Answer opened =
        ada.post("/runs/copy/2026-01-05/reopen", "{\"reason\": \"rates\", \"withLater\": true}")
            .is(202);
    assertThat(opened.text("answer")).isEqualTo("REOPENED");
    assertThat(opened.json().path("runs")).hasSize(2);
    assertThat(post(ada, "/runs/copy/2026-01-05/reopen").is(200).text("answer"))
        .isEqualTo("ALREADY_REOPENED");

    for (String date : new String[] {"2026-01-05", "2026-01-06"}) {
      assertThat(ada.get("/runs/copy/" + date).text("status")).isEqualTo("REOPENED");
      run("copy", date).is(202);
      await("copy", date, "COMPLETED");
      pod.effects().assertOnceEach("copy " + date, 50);
      assertThat(ada.get("/runs/copy/" + date).json().path("generation").asInt()).isEqualTo(2);
    }
  }

  @Test
  void a_job_that_cannot_be_undone_is_not_opened_again() {
    pod.letGo();
    run("wait", "2026-01-05").is(202);
    await("wait", "2026-01-05", "COMPLETED");
    assertThat(post(ada, "/runs/wait/2026-01-05/reopen").isProblem(409).text("detail"))
        .contains("no Reversal");
  }

  private static Answer post(WebClient who, String path) {
    return who.post(path, "{\"reason\": \"a test\"}");
  }

  private static Answer run(String job, String date) {
    return olga.post("/runs", "{\"job\": \"%s\", \"batchDate\": \"%s\"}".formatted(job, date));
  }

  private static void await(String job, String date, String status) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(ada.get("/runs/" + job + "/" + date).text("status")).isEqualTo(status));
  }
}
