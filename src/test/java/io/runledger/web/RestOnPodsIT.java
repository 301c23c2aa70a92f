package io.runledger.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.batch.RunLauncher;
import io.runledger.operate.Audit;
import io.runledger.operate.ManualRequest;
import io.runledger.operate.ManualRuns;
import io.runledger.operate.Person;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import io.runledger.test.TcpProxy;
import io.runledger.web.WebClient.Answer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** REST on several pods of one ledger; {@code -Drunledger.rounds=50} for more rounds. */
class RestOnPodsIT {

  private static final int ROUNDS = Integer.getInteger("runledger.rounds", 3);
  private static final LocalDate FIRST = LocalDate.of(2025, 1, 1);

  private final Database database = PostgresServer.shared().newDatabase();
  private final List<WebPod> pods = new ArrayList<>();

  @AfterEach
  void leaveNothingBehind() {
    pods.forEach(WebPod::close);
  }

  private WebPod pod(Database of, String... more) {
    WebPod pod = WebPod.start(of, more);
    pods.add(pod);
    return pod;
  }

  /** What one of the askers was told: the run and a word. */
  private record Told(String key, String word) {}

  @Test
  @DisplayName(
      "RC-28 everybody presses at once, REST on two pods among them: one starts it, four are told")
  void one_barrier() throws Exception {
    WebPod one = pod(database);
    WebPod two = pod(database);
    ExecutorService threads = Executors.newFixedThreadPool(5);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        LocalDate date = FIRST.plusDays(round);
        RunKey key = RunKey.of("copy", date);
        List<Callable<Told>> askers =
            List.of(
                () -> told(one.bean(RunLauncher.class).ask(RunRequest.of(key, Cause.schedule()))),
                () -> byRest(one, key),
                () -> byRest(two, key),
                () -> byRest(two, key),
                () -> byHand(two, key));
        CyclicBarrier barrier = new CyclicBarrier(askers.size());
        List<Future<Told>> answers = new ArrayList<>();
        for (Callable<Told> asker : askers) {
          answers.add(
              threads.submit(
                  () -> {
                    barrier.await(1, TimeUnit.MINUTES);
                    return asker.call();
                  }));
        }
        List<String> words = new ArrayList<>();
        for (Future<Told> answer : answers) {
          Told told = answer.get(60, TimeUnit.SECONDS);
          assertThat(told.key()).isEqualTo(key.toString());
          words.add(told.word());
        }
        assertThat(words).as("round %d", round).containsOnlyOnce("STARTED");
        assertThat(words)
            .as("round %d", round)
            .filteredOn(word -> !word.equals("STARTED"))
            .hasSize(4)
            .isSubsetOf("ALREADY_RUNNING", "ALREADY_COMPLETED");
        await(one, key, "COMPLETED");
        one.effects().assertOnceEach(key.toString(), 50);
      }
    } finally {
      threads.shutdownNow();
    }
    RunKey next = RunKey.of("copy", FIRST.plusDays(ROUNDS));
    assertThat(one.bean(RunLauncher.class).ask(RunRequest.of(next, Cause.schedule())).word())
        .as("a run by hand does not eat the next date")
        .isEqualTo("STARTED");
    await(one, next, "COMPLETED");
  }

  private static Told byRest(WebPod pod, RunKey key) {
    Answer answer = run(pod, key);
    assertThat(answer.status()).as(answer.body()).isIn(200, 202);
    return new Told(answer.text("job") + " " + answer.text("batchDate"), answer.text("verdict"));
  }

  private static Told byHand(WebPod pod, RunKey key) {
    Person person = new Person("cora", "at the command line");
    return told(
        pod.bean(ManualRuns.class).ask(new ManualRequest(key, Audit.Action.RUN, person, Map.of())));
  }

  private static Told told(Verdict verdict) {
    return new Told(verdict.key().toString(), verdict.word());
  }

  @ParameterizedTest(name = "RC-20 (b): a stop through REST on the owning pod, round {0}")
  @MethodSource("rounds")
  void stop_on_the_owning_pod(int round) {
    WebPod owner = slow();
    stopsAndIsResumed(owner, owner);
  }

  @ParameterizedTest(name = "RC-20 (c): a stop through REST on another pod, round {0}")
  @MethodSource("rounds")
  void stop_on_another_pod(int round) {
    stopsAndIsResumed(slow(), slow());
  }

  private void stopsAndIsResumed(WebPod owner, WebPod asked) {
    RunKey key = RunKey.of("copy", FIRST);
    run(owner, key).is(202);
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> owner.effects().count(key.toString()) >= 100);
    Duration varied = Duration.ofMillis(ThreadLocalRandom.current().nextLong(800));
    Awaitility.await().atMost(Duration.ofMinutes(1)).pollDelay(varied).until(() -> true);

    Answer stopping =
        asked
            .as("olga")
            .post("/runs/copy/2025-01-01/stop", "{\"reason\": \"wrong rates\"}")
            .is(202);
    assertThat(stopping.text("answer")).isEqualTo("STOPPING");
    await(asked, key, "STOPPED");

    Answer stopped = asked.as("vic").get("/runs/copy/2025-01-01").is(200);
    assertThat(stopped.text("message")).isEqualTo("stopped by olga: wrong rates");
    assertThat(stopped.text("endedAt")).isNotEmpty();
    assertThat(stopped.json().path("stoppedByPerson").asBoolean()).isTrue();
    assertThat(stopped.json().path("history").get(0).path("steps").get(0).path("status").asString())
        .isEqualTo("STOPPED");
    long soFar = owner.effects().count(key.toString());
    assertThat(soFar % 100).as("whole chunks").isZero();
    assertThat(soFar).isBetween(100L, 900L);
    assertThat(
            asked
                .as("olga")
                .post("/runs/copy/2025-01-01/stop", "{\"reason\": \"again\"}")
                .is(200)
                .text("answer"))
        .isEqualTo("STOPPED");

    assertThat(run(asked, key).is(202).text("verdict")).isEqualTo("RESUMED");
    await(asked, key, "COMPLETED");
    owner.effects().assertOnceEach(key.toString(), 1000);
    assertThat(
            database
                .jdbc()
                .sql("SELECT count(*) FROM runledger.batch_step_execution WHERE status = 'UNKNOWN'")
                .query(Long.class)
                .single())
        .isZero();
  }

  /** One, since the same stops are shown without REST elsewhere; more if they are asked for. */
  static IntStream rounds() {
    return IntStream.rangeClosed(1, Integer.getInteger("runledger.rounds", 1));
  }

  /** Ten chunks that take longer than the longest look of the owner. */
  private WebPod slow() {
    return pod(database, "--pod.items=1000", "--pod.chunk=100", "--pod.work=400ms");
  }

  @Test
  void a_database_that_cannot_answer_is_said_to_be_unavailable_and_nothing_is_guessed() {
    try (TcpProxy proxy = TcpProxy.to(database.port())) {
      WebPod pod = pod(database.via(proxy.port()));
      RunKey key = RunKey.of("copy", FIRST);
      proxy.refuse();
      proxy.cut();

      Answer unavailable = run(pod, key).isProblem(503);
      assertThat(unavailable.text("title")).isEqualTo("UNAVAILABLE");
      assertThat(unavailable.text("verdict")).isEqualTo("UNAVAILABLE");
      assertThat(unavailable.text("batchDate")).isEqualTo("2025-01-01");
      assertThat(unavailable.text("explanation")).isNotBlank();
      WebClient olga = pod.as("olga");
      olga.get("/runs").isProblem(503);
      olga.get("/runs/copy/2025-01-01").isProblem(503);
      olga.post("/runs/copy/2025-01-01/stop", "{\"reason\": \"x\"}").isProblem(503);
      olga.post(
              "/backfills",
              """
              {"job": "copy", "from": "2025-01-01", "to": "2025-01-02", "reason": "x"}
              """)
          .isProblem(503);

      proxy.forward();
      Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> run(pod, key).is(202));
      await(pod, key, "COMPLETED");
    }
  }

  private static Answer run(WebPod pod, RunKey key) {
    return pod.as("olga")
        .post(
            "/runs",
            "{\"job\": \"%s\", \"batchDate\": \"%s\"}".formatted(key.job(), key.batchDate()));
  }

  private static void await(WebPod pod, RunKey key, String status) {
    WebClient vic = pod.as("vic");
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(vic.get("/runs/" + key.job() + "/" + key.batchDate()).text("status"))
                    .isEqualTo(status));
  }
}
