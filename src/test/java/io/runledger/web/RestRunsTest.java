package io.runledger.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import io.runledger.web.WebClient.Answer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Runs by REST, on one pod; each test has dates of its own. */
@DisplayName("By REST")
class RestRunsTest {

  private static final Database DATABASE = PostgresServer.shared().newDatabase();
  private static WebPod pod;
  private static WebClient olga;
  private static WebClient vic;

  @BeforeAll
  static void start() {
    pod = WebPod.start(DATABASE);
    olga = pod.as("olga");
    vic = pod.as("vic");
  }

  @AfterAll
  static void stop() {
    pod.close();
  }

  @Test
  void a_run_is_accepted_and_found_complete_afterwards_with_attempts_and_steps() {
    Answer started = run("copy", "2026-02-02").is(202);
    assertThat(started.text("verdict")).isEqualTo("STARTED");
    assertThat(started.text("job")).isEqualTo("copy");
    assertThat(started.text("batchDate")).isEqualTo("2026-02-02");
    assertThat(started.text("part")).isEmpty();
    assertThat(started.text("layer")).isEqualTo("LEDGER");
    assertThat(started.text("owner")).isNotEmpty();
    assertThat(started.text("effects")).isEqualTo("LEDGER");
    assertThat(started.text("explanation")).startsWith("attempt 1 under fence");
    await("copy", "2026-02-02", "COMPLETED");

    Answer again = run("copy", "2026-02-02").is(200);
    assertThat(again.text("verdict")).isEqualTo("ALREADY_COMPLETED");
    assertThat(again.json().path("run").path("status").asString()).isEqualTo("COMPLETED");
    assertThat(again.json().path("run").path("job").asString()).isEqualTo("copy");

    JsonNode run = vic.get("/runs/copy/2026-02-02").is(200).json();
    assertThat(run.path("status").asString()).isEqualTo("COMPLETED");
    JsonNode tried = run.path("history").get(0);
    assertThat(tried.path("actor").asString()).isEqualTo("olga");
    assertThat(tried.path("status").asString()).isEqualTo("COMPLETED");
    JsonNode step = tried.path("steps").get(0);
    assertThat(step.path("step").asString()).isEqualTo("load");
    assertThat(step.path("read").asInt()).isEqualTo(50);
    assertThat(step.path("written").asInt()).isEqualTo(50);
    assertThat(step.path("commits").asInt()).isEqualTo(5);
    pod.effects().assertOnceEach("copy 2026-02-02", 50);
  }

  @Test
  void a_failed_run_is_resumed() {
    run("fall", "2026-02-03").is(202);
    await("fall", "2026-02-03", "FAILED");
    assertThat(run("fall", "2026-02-03").is(202).text("verdict")).isEqualTo("RESUMED");
    await("fall", "2026-02-03", "FAILED");
  }

  @Test
  void a_run_that_works_is_shown_to_whoever_asks_for_it_and_its_lease_stands_in_the_list()
      throws Exception {
    run("wait", "2026-02-04").is(202);
    assertThat(pod.waits()).isTrue();
    Answer again = run("wait", "2026-02-04").is(200);
    assertThat(again.text("verdict")).isEqualTo("ALREADY_RUNNING");
    assertThat(again.json().path("run").path("status").asString()).isEqualTo("RUNNING");

    JsonNode lease = vic.get("/leases").is(200).json().path("items").get(0);
    assertThat(lease.path("lock").asString()).isEqualTo("wait");
    assertThat(lease.path("job").asString()).isEqualTo("wait");
    assertThat(lease.path("batchDate").asString()).isEqualTo("2026-02-04");
    assertThat(lease.path("attempt").asInt()).isEqualTo(1);
    assertThat(lease.path("lives").asBoolean()).isTrue();
    assertThat(lease.path("until").asString()).endsWith("Z");
    pod.letGo();
    await("wait", "2026-02-04", "COMPLETED");
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(vic.get("/leases").json().path("items")).isEmpty());
  }

  @Test
  void a_future_date_is_blocked_as_a_conflict_that_says_as_much_as_any_verdict() {
    Answer blocked = run("copy", "2999-12-31").isProblem(409);
    assertThat(blocked.text("title")).isEqualTo("BLOCKED");
    assertThat(blocked.text("verdict")).isEqualTo("BLOCKED");
    assertThat(blocked.text("job")).isEqualTo("copy");
    assertThat(blocked.text("batchDate")).isEqualTo("2999-12-31");
    assertThat(blocked.text("layer")).isNotEmpty();
    assertThat(blocked.text("detail")).contains("copy 2999-12-31", "future");
    assertThat(vic.get("/runs/copy/2999-12-31").isProblem(404).text("detail"))
        .contains("copy 2999-12-31");
  }

  @Test
  void an_unknown_job_is_not_found_and_the_known_ones_are_named() {
    Answer unknown = run("cpoy", "2026-02-02").isProblem(404);
    assertThat(unknown.text("property")).isEqualTo("job");
    assertThat(unknown.json().path("known").toString()).contains("copy", "wait", "fall");
    olga.post("/runs/cpoy/2026-02-02/stop", "{\"reason\": \"x\"}").isProblem(404);
    backfill("{'job': 'cpoy', 'from': '2026-02-01', 'to': '2026-02-02', 'reason': 'x'}")
        .isProblem(404);
  }

  @ParameterizedTest(name = "RC-29 REST refuses the date {0}, and runs nothing")
  @ValueSource(
      strings = {
        "2026-03-31T00:00:00+02:00",
        "2026-03-31T00:00:00",
        "2026-03-31Z",
        "31.03.2026",
        "2026-3-31",
        "2026-02-30",
        "today",
        " 2026-03-31"
      })
  void what_is_no_date_is_refused_by_name(String date) {
    Answer bad = run("copy", date).isProblem(400);
    assertThat(bad.text("property")).isEqualTo("batchDate");
    assertThat(bad.text("detail")).contains("batchDate", "'" + date + "'", "2026-11-30");
    assertThat(rows("copy", "2026-03-31")).isZero();
    assertThat(rows("copy", "2026-03-30")).isZero();
  }

  @Test
  void what_is_no_date_is_refused_in_paths_and_parameters_too() {
    for (String path :
        List.of(
            "/runs/copy/2026-03-31T00:00:00",
            "/runs?from=1.1.2026",
            "/runs?to=now",
            "/audit?date=2026-02-30")) {
      assertThat(vic.get(path).isProblem(400).text("detail")).contains("2026-11-30");
    }
  }

  @Test
  @DisplayName("RC-29 a date that REST says in other words is the same run, once")
  void the_same_date_in_other_words() {
    run("copy", "2026-03-27").is(202);
    await("copy", "2026-03-27", "COMPLETED");
    List<String> bodies =
        List.of(
            "{'job': 'copy', 'batchDate': '2026-03-27'}",
            "{'job': 'copy', 'batchDate': '20260327'}",
            "{'job': 'copy', 'batchDate': '2026-03-27', 'part': ''}",
            "{'job': 'copy', 'batchDate': '2026-03-27', 'part': null}",
            "{'job': 'copy', 'batchDate': '2026-03-27', 'parameters': {'requestedBy': 'ann'}}");
    for (String body : bodies) {
      Answer answer = olga.post("/runs", json(body)).is(200);
      assertThat(answer.text("verdict")).isEqualTo("ALREADY_COMPLETED");
      assertThat(answer.text("batchDate")).isEqualTo("2026-03-27");
      assertThat(answer.text("part")).isEmpty();
    }
    assertThat(rows("copy", "2026-03-27")).isEqualTo(1);
    pod.effects().assertOnceEach("copy 2026-03-27", 50);
  }

  @ParameterizedTest(name = "{0} is a bad request: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'batchDate': '2026-02-02'} | job",
        "{'job': ' ', 'batchDate': '2026-02-02'} | job",
        "{'job': 'copy'} | batchDate",
        "{'job': 'copy', 'batchDate': 20260202} | batchDate",
        "{'job': 'copy', 'batchDate': '2026-02-02', 'prt': 'EUR'} | prt",
        "{'job': 'copy', 'batchDate': '2026-02-02', 'parameters': 'x'} | parameters",
        "{'job': 'copy', 'batchDate': '2026-02-02', 'parameters': {'a': null}} | parameters.a",
        "{'job': 'copy', 'batchDate': '2026-02-02', 'parameters': {'batchDate': 'x'}} | ",
        "{'job': 'copy', 'batchDate': '2026-02-02', 'part': ' x'} | ",
        "{'job': 'copy', 'job': 'wait', 'batchDate': '2026-02-02'} | ",
        "[] | ",
        "{ | ",
        "'' | ",
      })
  void a_body_that_cannot_be_meant(String body, @Nullable String property) {
    Answer bad = olga.post("/runs", json(body)).isProblem(400);
    assertThat(bad.text("property")).isEqualTo(property == null ? "" : property);
    assertThat(bad.text("detail")).isNotBlank();
  }

  @Test
  void a_reason_is_needed_for_a_stop_and_for_a_backfill() {
    for (String body : List.of("{}", "{'reason': null}", "{'reason': '  '}")) {
      Answer bad = olga.post("/runs/copy/2026-02-02/stop", json(body)).isProblem(400);
      assertThat(bad.text("property")).isEqualTo("reason");
    }
    assertThat(
            backfill("{'job': 'copy', 'from': '2026-02-01', 'to': '2026-02-02'}")
                .isProblem(400)
                .text("property"))
        .isEqualTo("reason");
  }

  @Test
  void a_parameter_that_nobody_reads_is_refused_instead_of_passed_over() {
    Answer bad = vic.get("/runs?state=FAILED").isProblem(400);
    assertThat(bad.text("property")).isEqualTo("state");
    assertThat(bad.text("detail")).contains("status");
    olga.post("/runs/copy/2026-02-02/stop?prt=EUR", "{\"reason\": \"x\"}").isProblem(400);
  }

  @Test
  void runs_are_found_page_by_page_in_a_stable_order() {
    for (int day = 1; day <= 7; day++) {
      DATABASE
          .jdbc()
          .sql(
              """
              INSERT INTO runledger.batch_run
                     (job_name, batch_date, covered_from, part, status, fence, attempt_id,
                      lock_name, pod)
              SELECT 'old', d, d, part, status, 0, gen_random_uuid(), 'old', 'p'
                FROM (VALUES ('b', 'FAILED'), ('a', 'COMPLETED')) AS two (part, status),
                     (SELECT date '2001-01-01' + ? AS d) AS day
              """)
          .param(day)
          .update();
    }
    List<String> seen = new ArrayList<>();
    for (int page = 0; page < 5; page++) {
      JsonNode found = vic.get("/runs?job=old&size=3&page=" + page).is(200).json();
      assertThat(found.path("total").asInt()).isEqualTo(14);
      found
          .path("items")
          .forEach(run -> seen.add(run.path("batchDate").asString() + run.path("part").asString()));
    }
    assertThat(seen).hasSize(14).doesNotHaveDuplicates().startsWith("2001-01-08a", "2001-01-08b");
    assertThat(vic.get("/runs?job=old&size=4&page=9").is(200).json().path("items")).isEmpty();

    assertThat(total("/runs?job=old&status=FAILED")).isEqualTo(7);
    assertThat(total("/runs?job=old&status=failed&status=completed")).isEqualTo(14);
    assertThat(total("/runs?job=old&from=2001-01-03&to=20010104")).isEqualTo(4);
    for (String bad :
        List.of(
            "size=0",
            "size=501",
            "page=-1",
            "page=x",
            "status=DONE",
            "from=2001-01-02&to=2001-01-01",
            "job=%01")) {
      vic.get("/runs?" + bad).isProblem(400);
    }
    assertThat(vic.get("/runs?status=DONE").text("detail")).contains("'DONE'", "COMPLETED");
  }

  @Test
  void a_backfill_shows_its_plan_then_carries_it_out_in_the_background_and_again_adds_nothing() {
    String range = "'job': 'copy', 'from': '2025-02-27', 'to': '2025-03-02', ";
    Answer plan = backfill("{" + range + "'dryRun': true}").is(200);
    assertThat(plan.json().path("plan")).hasSize(4);
    assertThat(plan.json().path("plan").get(0).path("verdict").asString()).isEqualTo("STARTED");
    assertThat(rows("copy", "2025-02-27")).isZero();

    Answer begun = backfill("{" + range + "'reason': 'lost nights'}").is(202);
    assertThat(begun.json().path("plan").get(3).path("batchDate").asString())
        .isEqualTo("2025-03-02");
    await("copy", "2025-03-02", "COMPLETED");
    assertThat(total("/audit?job=copy&actor=olga&date=2025-03-01")).isEqualTo(1);
    JsonNode kept = vic.get("/audit?date=2025-03-01").json().path("items").get(0);
    assertThat(kept.path("action").asString()).isEqualTo("backfill");
    assertThat(kept.path("reason").asString()).isEqualTo("lost nights");

    Answer again = backfill("{" + range + "'reason': 'pressed twice'}").is(202);
    again.json().path("plan").forEach(date -> assertThat(date.path("asked").asBoolean()).isFalse());
    for (String date : List.of("2025-02-27", "2025-02-28", "2025-03-01", "2025-03-02")) {
      pod.effects().assertOnceEach("copy " + date, 50);
      assertThat(vic.get("/runs/copy/" + date).json().path("history")).hasSize(1);
    }
  }

  @Test
  void a_schedule_shows_what_is_due_and_when_in_the_jobs_zone() {
    JsonNode next = vic.get("/schedules").is(200).json().path("items");
    assertThat(next).hasSize(4);
    assertThat(next.get(2).path("job").asString()).isEqualTo("monthly");
    assertThat(next.get(2).path("state").asString()).isEqualTo("SCHEDULED");
    assertThat(next.get(2).path("run").path("due").asString()).contains("T23:30:00+0");
    assertThat(next.get(0).path("state").asString()).isEqualTo("BY_HAND");

    JsonNode monthly = vic.get("/schedules/monthly?from=2026-01-01&to=20260731").is(200).json();
    assertThat(monthly.path("cron").asString()).isEqualTo("0 30 23 L * ?");
    assertThat(monthly.path("runs")).hasSize(7);
    assertThat(monthly.path("runs").get(0).path("due").asString())
        .isEqualTo("2026-01-31T23:30:00+01:00");
    assertThat(monthly.path("runs").get(6).path("due").asString())
        .isEqualTo("2026-07-31T23:30:00+02:00");

    vic.get("/schedules/montly").isProblem(404);
    vic.get("/schedules/monthly?from=2026-07-31&to=2026-01-01").isProblem(400);
    vic.get("/schedules/monthly?from=1.1.2026").isProblem(400);
  }

  @Test
  void a_backfill_that_cannot_be_meant_is_refused_before_it_begins() {
    String range = "'job': 'copy', 'from': '2024-02-01', 'to': '2024-02-02', 'reason': 'x'";
    backfill("{" + range + ", 'only': 'some'}").isProblem(400);
    backfill("{" + range + ", 'parameters': {'part': 'x'}}").isProblem(400);
    backfill("{'job': 'copy', 'from': '2024-02-02', 'to': '2024-02-01', 'reason': 'x'}")
        .isProblem(400);
    assertThat(
            backfill("{'job': 'copy', 'from': '2024-02-02', 'to': '2999-02-01', 'reason': 'x'}")
                .status())
        .isEqualTo(400); // too many dates
    LocalDate tomorrow = LocalDate.now(ZoneId.of("Europe/Berlin")).plusDays(2);
    String future =
        "{'job': 'copy', 'from': '%s', 'to': '%s', 'reason': 'x'}".formatted(tomorrow, tomorrow);
    assertThat(backfill(future).isProblem(409).text("title")).isEqualTo("BLOCKED");
    assertThat(rows("copy", "2024-02-01")).isZero();
  }

  @Test
  void a_stop_of_what_does_not_run_says_so() {
    assertThat(stop("copy", "2020-01-01").isProblem(409).text("title")).isEqualTo("NOT_RUNNING");
    run("copy", "2026-02-09").is(202);
    await("copy", "2026-02-09", "COMPLETED");
    assertThat(stop("copy", "2026-02-09").is(200).text("answer")).isEqualTo("ALREADY_COMPLETED");
    assertThat(total("/audit?job=copy&date=2026-02-09")).isEqualTo(2);
  }

  @Test
  void whatever_else_is_asked_is_answered_with_a_problem() {
    vic.get("/nothing").isProblem(404);
    vic.send("GET", "/runledger/nothing", null).isProblem(404);
    olga.send("DELETE", "/runledger/api/v1/runs", null).isProblem(403);
    pod.as("ada").send("DELETE", "/runledger/api/v1/runs", null).isProblem(405);
    olga.post("/runs", "x".repeat(200_000)).isProblem(400);
    vic.with("Accept", "text/html").get("/runs").isProblem(406);
  }

  private static Answer stop(String job, String date) {
    return olga.post("/runs/" + job + "/" + date + "/stop", json("{'reason': 'wrong rates'}"));
  }

  private static Answer backfill(String body) {
    return olga.post("/backfills", json(body));
  }

  private static String json(String readable) {
    return readable.equals("''") ? "" : readable.replace('\'', '"');
  }

  private static long total(String path) {
    return vic.get(path).is(200).json().path("total").asLong(-1);
  }

  private static long rows(String job, String date) {
    return DATABASE
        .jdbc()
        .sql("SELECT count(*) FROM runledger.batch_run WHERE job_name = ? AND batch_date = ?::date")
        .param(job)
        .param(date)
        .query(Long.class)
        .single();
  }

  private static Answer run(String job, String date) {
    return olga.post("/runs", "{\"job\": \"%s\", \"batchDate\": \"%s\"}".formatted(job, date));
  }

  private static void await(String job, String date, String status) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(vic.get("/runs/" + job + "/" + date).text("status")).isEqualTo(status));
  }
}
