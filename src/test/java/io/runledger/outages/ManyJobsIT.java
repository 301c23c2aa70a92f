package io.runledger.outages;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.batch.GuardedApplication;
import io.runledger.run.Cause;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A night at whose full hour everything falls due. */
class ManyJobsIT {

  private static final int JOBS = 150;
  private static final LocalDate DATE = LocalDate.of(2026, 1, 5);
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final Database database = PostgresServer.shared().newDatabase();
  private final EffectsTable effects = EffectsTable.create(database);

  @ParameterizedTest(
      name = "RC-32 150 jobs due at once complete on 2 pods with {0} threads and {1} connections")
  @CsvSource({"8, 10", "4, 4"})
  void all_complete(int threads, int connections) throws Exception {
    String pool = "spring.datasource.hikari.maximum-pool-size=" + connections;
    try (GuardedApplication one = pod(pool);
        GuardedApplication other = pod(pool)) {
      Map<String, Integer> words = askForAll(List.of(one, other), threads);

      assertThat(words).containsEntry("STARTED", JOBS).doesNotContainKey("UNAVAILABLE");
      Awaitility.await(JOBS + " runs are completed")
          .atMost(LIMIT)
          .until(() -> statuses().equals(Map.of("COMPLETED", JOBS)));
      for (String job : names()) {
        effects.assertOnceEach(RunKey.of(job, DATE).toString(), 1);
      }
    }
  }

  /** Each pod asks for each job, its threads from one barrier on. */
  private static Map<String, Integer> askForAll(List<GuardedApplication> pods, int threads)
      throws Exception {
    ExecutorService askers = Executors.newFixedThreadPool(pods.size() * threads);
    CyclicBarrier start = new CyclicBarrier(pods.size() * threads);
    List<Future<List<Verdict>>> answers = new ArrayList<>();
    for (GuardedApplication pod : pods) {
      List<String> order = new ArrayList<>(names());
      Collections.shuffle(order);
      Queue<String> due = new ConcurrentLinkedQueue<>(order);
      for (int i = 0; i < threads; i++) {
        answers.add(
            askers.submit(
                () -> {
                  start.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
                  List<Verdict> verdicts = new ArrayList<>();
                  for (String job = due.poll(); job != null; job = due.poll()) {
                    verdicts.add(pod.ask(RunRequest.of(RunKey.of(job, DATE), Cause.schedule())));
                  }
                  return verdicts;
                }));
      }
    }
    Map<String, Integer> words = new TreeMap<>();
    for (Future<List<Verdict>> answer : answers) {
      for (Verdict verdict : answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        words.merge(verdict.word(), 1, Integer::sum);
      }
    }
    askers.shutdownNow();
    return words;
  }

  private Map<String, Integer> statuses() {
    Map<String, Integer> statuses = new TreeMap<>();
    database
        .jdbc()
        .sql("SELECT status, count(*) AS runs FROM runledger.batch_run GROUP BY status")
        .query(
            rs -> {
              statuses.put(rs.getString("status"), rs.getInt("runs"));
            });
    return statuses;
  }

  private static List<String> names() {
    return IntStream.rangeClosed(1, JOBS).mapToObj("job-%03d"::formatted).toList();
  }

  private GuardedApplication pod(String pool) {
    GuardedApplication.Plan plan = GuardedApplication.on(database);
    List<String> properties = new ArrayList<>(List.of(pool));
    for (String name : names()) {
      plan.with((jobs, tx) -> Works.tasklet(name, jobs, tx, () -> {}));
      properties.add("runledger.jobs." + name + ".effects=ledger");
    }
    return plan.start(properties.toArray(String[]::new));
  }
}
