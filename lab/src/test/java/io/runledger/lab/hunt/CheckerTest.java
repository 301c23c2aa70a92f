package io.runledger.lab.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.test.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Each promise broken by hand, on a real ledger: a checker that sees nothing proves nothing. */
class CheckerTest {

  private static final String DATE = "2026-03-01";
  private static HuntDatabase hunt;
  private static JdbcClient jdbc;

  @BeforeAll
  static void makeTheLedger() {
    hunt = new HuntDatabase();
    Database database = hunt.database();
    jdbc = hunt.jdbc();
    new SpringApplicationBuilder(HuntPod.class)
        .run(
            "--spring.datasource.url=" + database.jdbcUrl(),
            "--spring.datasource.username=" + database.user(),
            "--spring.datasource.password=" + database.password(),
            "--spring.main.web-application-type=none",
            "--runledger.worker=false")
        .close();
    hunt.watchTheLedger();
  }

  @AfterAll
  static void stop() {
    hunt.close();
  }

  @BeforeEach
  void aRunThatIsAsItShouldBe() {
    hunt.database()
        .template()
        .execute(
            """
            TRUNCATE hunt.effect, hunt.reversal, hunt.run_change, hunt.lease_change, hunt.redis_grant,
                     hunt.refused_write, runledger.batch_attempt, runledger.batch_lock
            """);
    jdbc.sql("DELETE FROM runledger.batch_run").update();
    run("RUNNING", 5);
    effects(5, 1, HuntJobs.ITEMS);
    jdbc.sql("UPDATE runledger.batch_run SET status = 'COMPLETED'").update();
  }

  private static void run(String status, long fence) {
    jdbc.sql(
            """
            INSERT INTO runledger.batch_run
                   (job_name, batch_date, covered_from, status, fence, attempt_id, lock_name, pod)
            VALUES ('chunks', ?::date, ?::date, ?, ?, ?, 'chunks', 'pod-1')
            """)
        .params(DATE, DATE, status, fence, UUID.randomUUID())
        .update();
  }

  private static void effects(long fence, int from, int to) {
    jdbc.sql(
            """
            INSERT INTO hunt.effect
            SELECT 'chunks', ?::date, 1, item, ?, gen_random_uuid() FROM generate_series(?, ?) AS s (item)
            """)
        .params(DATE, fence, from, to)
        .update();
  }

  private static List<String> breaks(Requests.Answered... answers) {
    return new Checker(jdbc)
        .check(
            List.of(answers), new Settlement.Outcome("chunks", Duration.ofSeconds(4), List.of()));
  }

  private static Requests.Answered answer(String word) {
    Instant now = Instant.now();
    return new Requests.Answered(17, "pod-1", "run chunks " + DATE, now, now, word);
  }

  @Test
  void a_run_as_it_should_be_breaks_nothing() {
    assertThat(breaks()).isEmpty();
  }

  private static String report() {
    return HuntReport.of(
            Plan.draw(1, Duration.ofMinutes(3)),
            hunt,
            Map.of(Action.Kind.KILL, 2),
            Map.of(Witness.FENCE_REFUSED, 3),
            new Testimony(),
            List.of(),
            17,
            new Settlement.Outcome("chunks", Duration.ofSeconds(4), List.of()))
        .toString();
  }

  @Test
  void a_report_tells_what_was_seen_and_each_break() {
    assertThat(report())
        .contains("0 attempts, 0 takeovers: {}", "{KILL=2}", "17 requests", "refused 3 writes")
        .contains("Redis alone would have let 0 second attempts in")
        .endsWith("no promise broken: 0 doubles, 0 dates lost\n");

    jdbc.sql(
            """
            INSERT INTO runledger.batch_attempt
                   (attempt_id, job_name, batch_date, part, number, generation, fence, pod, cause, status)
            SELECT gen_random_uuid(), job_name, batch_date, part, n, 1, n, pod, 'SCHEDULE',
                   CASE WHEN n < 3 THEN 'LOST' ELSE 'COMPLETED' END
              FROM runledger.batch_run, generate_series(1, 3) AS s (n)
            """)
        .update();
    effects(5, 7, 7);
    assertThat(report())
        .contains("3 attempts, 2 takeovers: {COMPLETED=1, LOST=2}")
        .contains("1 BREAKS:")
        .contains("item 7 has 2 effects");
  }

  @Test
  void an_item_with_two_effects() {
    effects(5, 7, 7);
    assertThat(breaks()).singleElement().asString().contains("item 7 has 2 effects");
  }

  @Test
  void a_completed_run_without_all_its_items() {
    jdbc.sql("DELETE FROM hunt.effect WHERE item = 40").update();
    assertThat(breaks()).singleElement().asString().contains("has 39 of its items");
  }

  @Test
  void a_commit_under_a_fence_after_a_higher_one_had_claimed_the_run() {
    jdbc.sql("DELETE FROM hunt.effect WHERE item = 40").update();
    jdbc.sql("UPDATE runledger.batch_run SET status = 'RUNNING', fence = 6").update();
    effects(5, 40, 40);
    assertThat(breaks())
        .singleElement()
        .asString()
        .contains(
            "item 40 was committed under fence 5 after a higher one had claimed the run or its lock");
  }

  @Test
  void a_commit_after_a_higher_fence_had_claimed_another_run_under_the_same_lock() {
    jdbc.sql("DELETE FROM hunt.effect WHERE item = 40").update();
    jdbc.sql(
            """
            INSERT INTO hunt.run_change (job, batch_date, generation, status, lock, fence, attempt)
            VALUES ('partitions', ?::date, 1, 'RUNNING', 'chunks', 6, gen_random_uuid())
            """)
        .param(DATE)
        .update();
    effects(5, 40, 40);
    assertThat(breaks()).singleElement().asString().contains("had claimed the run or its lock");
  }

  @Test
  void a_commit_under_a_fence_that_nobody_claimed() {
    jdbc.sql("DELETE FROM hunt.effect WHERE item = 40").update();
    effects(7, 40, 40);
    assertThat(breaks()).singleElement().asString().contains("fence 7, which never claimed");
  }

  @Test
  void dates_that_nobody_works_on_for_longer_than_two_leases_and_the_machines_delays() {
    Duration most = Arena.LEASE.multipliedBy(2).plus(Checker.ROUNDS_AND_MACHINE);
    Checker checker = new Checker(jdbc);
    assertThat(checker.check(List.of(), new Settlement.Outcome("split", most, List.of())))
        .isEmpty();
    assertThat(
            checker.check(
                List.of(), new Settlement.Outcome("split", most.plusMillis(1), List.of())))
        .singleElement()
        .asString()
        .contains("split had open dates after the faults, and for 14001 ms nobody was at work");
  }

  @Test
  void dates_that_stay_open() {
    assertThat(
            new Checker(jdbc)
                .check(
                    List.of(),
                    new Settlement.Outcome(
                        "split", Duration.ZERO, List.of("split has 2 due dates"))))
        .containsExactly("split has 2 due dates");
  }

  @Test
  void a_generation_completed_twice() {
    jdbc.sql("UPDATE runledger.batch_run SET status = 'RUNNING'").update();
    jdbc.sql("UPDATE runledger.batch_run SET status = 'COMPLETED'").update();
    assertThat(breaks()).singleElement().asString().contains("was COMPLETED 2 times");
  }

  @Test
  void a_generation_completed_again_under_the_jobs_new_name() {
    jdbc.sql("UPDATE runledger.batch_run SET job_name = 'chunks-v2'").update();
    assertThat(breaks()).isEmpty();

    run("RUNNING", 6);
    jdbc.sql("UPDATE runledger.batch_run SET status = 'COMPLETED' WHERE job_name = 'chunks'")
        .update();
    assertThat(breaks())
        .anyMatch(text -> text.contains("chunks 2026-03-01, generation 1 was COMPLETED"));
  }

  @Test
  void a_generation_reversed_twice() {
    for (int i = 0; i < 2; i++) {
      jdbc.sql("INSERT INTO hunt.reversal VALUES ('chunks', ?::date, 2, 9)").param(DATE).update();
    }
    assertThat(breaks()).singleElement().asString().contains("was reversed 2 times");
  }

  @Test
  void an_answer_that_the_audit_knows_nothing_of_and_that_was_not_true() {
    assertThat(breaks(answer("BLOCKED"))).singleElement().asString().contains("audit has nothing");
    assertThat(breaks(answer("STARTED")))
        .hasSize(2)
        .anyMatch(text -> text.contains("there is not one attempt of it"));
    assertThat(breaks(answer("UNAVAILABLE"))).isEmpty();

    jdbc.sql("UPDATE runledger.batch_run SET status = 'RUNNING'").update();
    assertThat(breaks(answer("ALREADY_COMPLETED")))
        .anyMatch(text -> text.contains("it was not COMPLETED at any moment"));
    assertThat(breaks(answer("ALREADY_RUNNING"))).hasSize(1);
  }

  @Test
  void an_answer_of_somebody_at_work_when_nobody_was() {
    hunt.database().template().execute("TRUNCATE hunt.run_change");
    assertThat(breaks(answer("ALREADY_RUNNING")))
        .anyMatch(text -> text.contains("nothing under the job's lock was at work"));
  }
}
