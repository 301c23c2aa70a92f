package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.batch.GuardedApplication;
import io.runledger.operate.ManualHolds;
import io.runledger.operate.Person;
import io.runledger.run.RunKey;
import io.runledger.run.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of dates that fell due: by policy, dependency, hold and failure. */
class CatchUpTest {

  private static final Person ANN = new Person("ann", "a test");
  private static final String NIGHTLY = "runledger.jobs.a.cron=0 30 23 * * ?";

  /** A Sunday. */
  private final Night night = new Night("2026-03-01T12:00:00Z");

  @AfterEach
  void close() {
    night.close();
  }

  private GuardedApplication pod(String... properties) {
    return night.pod(List.of("a", "b", "c"), properties);
  }

  /** Pods that know the jobs since now, and are gone again. */
  private void firstSeen(String... properties) {
    GuardedApplication pod = pod(properties);
    await()
        .atMost(Night.LIMIT)
        .until(
            () ->
                night
                        .jdbc
                        .sql("SELECT count(*) FROM runledger.batch_job")
                        .query(Long.class)
                        .single()
                    > 0);
    night.stop(pod);
  }

  @DisplayName("RC-36 three days down: the policy says which dates run, one at a time, in order")
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "all    | 2026-03-01 COMPLETED, 2026-03-02 COMPLETED, 2026-03-03 COMPLETED",
        "latest | 2026-03-01 MISSED, 2026-03-02 MISSED, 2026-03-03 COMPLETED",
        "none   | 2026-03-01 MISSED, 2026-03-02 MISSED"
      })
  void after_downtime(String policy, String expected) {
    String[] properties = {NIGHTLY, "runledger.jobs.a.catch-up=" + policy};
    firstSeen(properties);
    night.clock.set(Instant.parse("2026-03-04T12:00:00Z"));
    GuardedApplication one = pod(properties);
    pod(properties);
    night.awaitLedger("a", expected.split(", "));
    assertThat(night.bodies).isSorted().doesNotHaveDuplicates();

    night.stop(one);
    pod(properties);
    night.staysAt("a", expected.split(", "));
    assertThat(night.effects()).hasSameSizeAs(night.bodies);
  }

  @Test
  @DisplayName("RC-36 with catch-up none the last date is MISSED once the next is due, which runs")
  void the_last_missed_date_is_recorded_with_the_next() {
    String[] properties = {NIGHTLY, "runledger.jobs.a.catch-up=none"};
    firstSeen(properties);
    night.clock.set(Instant.parse("2026-03-02T12:00:00Z"));
    GuardedApplication pod = pod(properties);
    night.staysAt("a");
    night.clock.set(Instant.parse("2026-03-02T23:30:00Z"));
    night.awaitLedger("a", "2026-03-01 MISSED", "2026-03-02 COMPLETED");

    RunKey missed = Night.run("a", "2026-03-01");
    assertThat(pod.ask(missed)).isInstanceOf(Verdict.Started.class);
    night.awaitLedger("a", "2026-03-01 COMPLETED", "2026-03-02 COMPLETED");
  }

  @Test
  void a_year_of_nights_runs_in_order_and_each_once() {
    pod(NIGHTLY, "runledger.jobs.a.zone=Europe/Berlin", "runledger.jobs.a.from=2025-03-01");
    await()
        .atMost(Duration.ofMinutes(3))
        .until(
            () ->
                night.ledger("a").stream().filter(run -> run.endsWith("COMPLETED")).count() == 365);
    assertThat(night.bodies).hasSize(365).isSorted();
    assertThat(night.effects()).hasSize(365).doesNotHaveDuplicates();
  }

  @Test
  void a_date_that_failed_holds_up_later_ones_until_it_is_done() {
    night.failing.add(Night.run("a", "2026-03-01"));
    GuardedApplication pod = pod(NIGHTLY);
    await().atMost(Night.LIMIT).until(() -> registered("a"));
    night.clock.set(Instant.parse("2026-03-03T12:00:00Z"));
    night.awaitLedger("a", "2026-03-01 FAILED");
    night.staysAt("a", "2026-03-01 FAILED");
    Verdict later = pod.ask(Night.run("a", "2026-03-02"));
    assertThat(later.word()).isEqualTo("BLOCKED");
    assertThat(later.explanation()).isEqualTo("the earlier a 2026-03-01 is FAILED");

    night.failing.clear();
    pod.run(Night.run("a", "2026-03-01"));
    night.awaitLedger("a", "2026-03-01 COMPLETED", "2026-03-02 COMPLETED");
  }

  @Test
  void dates_that_are_not_sequential_go_on_beside_one_that_failed() {
    night.failing.add(Night.run("a", "2026-03-01"));
    pod(NIGHTLY, "runledger.jobs.a.sequential=false");
    await().atMost(Night.LIMIT).until(() -> registered("a"));
    night.clock.set(Instant.parse("2026-03-03T12:00:00Z"));
    night.awaitLedger("a", "2026-03-01 FAILED", "2026-03-02 COMPLETED");
  }

  @Test
  void a_job_waits_for_the_same_date_of_those_it_comes_after() {
    night.failing.add(Night.run("a", "2026-03-01"));
    GuardedApplication pod = pod(NIGHTLY, "runledger.jobs.b.after=a", "runledger.jobs.c.after=a,b");
    await().atMost(Night.LIMIT).until(() -> registered("c"));
    night.clock.set(Instant.parse("2026-03-02T01:00:00Z"));
    night.awaitLedger("a", "2026-03-01 FAILED");
    night.staysAt("b");
    assertThat(pod.ask(Night.run("b", "2026-03-01")).explanation())
        .isEqualTo("it comes after a 2026-03-01, which is FAILED");

    night.failing.clear();
    pod.run(Night.run("a", "2026-03-01"));
    night.awaitLedger("c", "2026-03-01 COMPLETED");
    assertThat(night.bodies.subList(night.bodies.size() - 3, night.bodies.size()))
        .extracting(RunKey::job)
        .containsExactly("a", "b", "c");
  }

  @Test
  void what_comes_after_a_missed_date_is_missed_with_it() {
    String[] properties = {NIGHTLY, "runledger.jobs.a.catch-up=latest", "runledger.jobs.b.after=a"};
    firstSeen(properties);
    night.clock.set(Instant.parse("2026-03-03T12:00:00Z"));
    pod(properties);
    night.awaitLedger("b", "2026-03-01 MISSED", "2026-03-02 COMPLETED");
  }

  @Test
  void dates_that_fell_due_on_hold_are_caught_up_by_policy() {
    GuardedApplication pod =
        pod(NIGHTLY, "runledger.jobs.b.cron=0 30 23 * * ?", "runledger.jobs.b.catch-up=latest");
    await().atMost(Night.LIMIT).until(() -> registered("b"));
    pod.bean(ManualHolds.class).hold("a", ANN);
    pod.bean(ManualHolds.class).hold("b", ANN);
    night.clock.set(Instant.parse("2026-03-03T12:00:00Z"));
    night.staysAt("a");
    assertThat(night.ledger("b")).isEmpty();
    pod.bean(ManualHolds.class).release("a", ANN);
    pod.bean(ManualHolds.class).release("b", ANN);
    night.awaitLedger("a", "2026-03-01 COMPLETED", "2026-03-02 COMPLETED");
    night.awaitLedger("b", "2026-03-01 MISSED", "2026-03-02 COMPLETED");
  }

  @Test
  void a_failed_run_is_tried_again_only_if_retry_says_so_and_then_only_so_often() {
    night.failing.add(Night.run("a", "2026-03-01"));
    night.failing.add(Night.run("b", "2026-03-01"));
    pod(
        NIGHTLY,
        "runledger.jobs.a.retry.attempts=2",
        "runledger.jobs.a.retry.delay=0s",
        "runledger.jobs.b.cron=0 30 23 * * ?");
    await().atMost(Night.LIMIT).until(() -> registered("b"));
    night.clock.set(Instant.parse("2026-03-02T12:00:00Z"));
    await().atMost(Night.LIMIT).until(() -> failures("a") == 1);
    // The rows' end is by the database's clock, which is ahead of the test's.
    night.clock.set(Instant.now().plusSeconds(60));
    await().atMost(Night.LIMIT).until(() -> failures("a") == 3);
    night.failing.clear();
    night.staysAt("a", "2026-03-01 FAILED");
    assertThat(failures("b")).isEqualTo(1);
  }

  @Test
  void a_business_day_runs_for_the_days_since_the_one_before_and_others_not_at_all() {
    GuardedApplication pod =
        pod(
            NIGHTLY,
            "runledger.calendars.bank.weekend=SATURDAY,SUNDAY",
            "runledger.calendars.bank.holidays=2026-03-05",
            "runledger.jobs.a.calendar=bank",
            "runledger.jobs.a.from=2026-02-27");
    night.awaitLedger("a", "2026-02-27 COMPLETED");
    night.clock.set(Instant.parse("2026-03-06T23:30:00Z"));
    night.awaitLedger(
        "a",
        "2026-02-27 COMPLETED",
        "2026-03-02 COMPLETED",
        "2026-03-03 COMPLETED",
        "2026-03-04 COMPLETED",
        "2026-03-06 COMPLETED");
    assertThat(
            night
                .jdbc
                .sql("SELECT covered_from::text FROM runledger.batch_run ORDER BY batch_date")
                .query(String.class)
                .list())
        .containsExactly("2026-02-27", "2026-02-28", "2026-03-03", "2026-03-04", "2026-03-05");
    assertThat(pod.ask(Night.run("a", "2026-03-05")).explanation())
        .startsWith("it is no business day, but a holiday");
    assertThat(pod.ask(Night.run("a", "2026-03-07")).explanation())
        .startsWith("the batch date is in the future: today is 2026-03-06");
  }

  @Test
  void a_calendar_that_gains_or_loses_days_covers_no_day_twice() {
    String[] before = {
      NIGHTLY,
      "runledger.calendars.bank.weekend=SATURDAY,SUNDAY",
      "runledger.jobs.a.calendar=bank",
      "runledger.jobs.a.from=2026-02-27"
    };
    GuardedApplication old = pod(before);
    night.clock.set(Instant.parse("2026-03-02T23:30:00Z"));
    night.awaitLedger("a", "2026-02-27 COMPLETED", "2026-03-02 COMPLETED");
    night.stop(old);

    // The weekend is worked now; Monday's run was for it already. Friday is none any more.
    GuardedApplication pod =
        pod(
            NIGHTLY,
            "runledger.calendars.bank.weekend=FRIDAY",
            "runledger.jobs.a.calendar=bank",
            "runledger.jobs.a.from=2026-02-26");
    night.clock.set(Instant.parse("2026-03-03T23:30:00Z"));
    night.awaitLedger(
        "a",
        "2026-02-26 COMPLETED",
        "2026-02-27 COMPLETED",
        "2026-03-02 COMPLETED",
        "2026-03-03 COMPLETED");
    assertThat(pod.ask(Night.run("a", "2026-03-01")).explanation())
        .isEqualTo("its days are in the run of a 2026-03-02");
  }

  @Test
  void a_missed_date_whose_days_another_run_was_for_is_not_run_any_more() {
    GuardedApplication pod = pod(NIGHTLY, "runledger.worker=false");
    pod.run(Night.run("a", "2026-02-27"));
    // Friday the 27th was due, and not run; then a calendar made Monday's run cover it.
    night
        .jdbc
        .sql(
            "UPDATE runledger.batch_run SET batch_date = '2026-03-02', covered_from = '2026-02-27'")
        .update();
    night
        .jdbc
        .sql(
            """
            INSERT INTO runledger.batch_run (job_name, batch_date, covered_from, status, attempts,
                   fence, attempt_id, lock_name, pod)
            VALUES ('a', '2026-02-27', '2026-02-27', 'MISSED', 0, 0, gen_random_uuid(), 'a', 'gone')
            """)
        .update();
    assertThat(pod.ask(Night.run("a", "2026-02-27")).explanation())
        .isEqualTo("its days are in the run of a 2026-03-02");
  }

  @Test
  void a_missed_date_covers_no_day_that_an_earlier_run_was_for() {
    GuardedApplication pod =
        pod(
            NIGHTLY,
            "runledger.worker=false",
            "runledger.calendars.bank.weekend=FRIDAY,SATURDAY",
            "runledger.jobs.a.calendar=bank");
    pod.run(Night.run("a", "2026-02-26"));
    // Recorded when the calendar said that it is for two days that the run before it is for now.
    night
        .jdbc
        .sql(
            """
            INSERT INTO runledger.batch_run (job_name, batch_date, covered_from, status, attempts,
                   fence, attempt_id, lock_name, pod)
            VALUES ('a', '2026-02-28', '2026-02-25', 'MISSED', 0, 0, gen_random_uuid(), 'a', 'gone')
            """)
        .update();
    night
        .jdbc
        .sql("UPDATE runledger.batch_run SET batch_date = '2026-03-01' WHERE status = 'MISSED'")
        .update();
    night.clock.set(Instant.parse("2026-03-02T01:00:00Z"));
    pod.run(Night.run("a", "2026-03-01"));
    assertThat(
            night
                .jdbc
                .sql(
                    "SELECT covered_from::text FROM runledger.batch_run WHERE batch_date = '2026-03-01'")
                .query(String.class)
                .single())
        .isEqualTo("2026-02-27");
  }

  @Test
  void a_database_that_comes_back_with_less_than_it_had_is_looked_at_from_the_start() {
    pod(NIGHTLY);
    await().atMost(Night.LIMIT).until(() -> registered("a"));
    night.clock.set(Instant.parse("2026-03-03T12:00:00Z"));
    night.staysAt("a", "2026-03-01 COMPLETED", "2026-03-02 COMPLETED");

    night.jdbc.sql("ALTER TABLE runledger.batch_job RENAME TO away").update();
    night.jdbc.sql("DELETE FROM runledger.batch_attempt WHERE batch_date = '2026-03-01'").update();
    night.jdbc.sql("DELETE FROM runledger.batch_run WHERE batch_date = '2026-03-01'").update();
    night.staysAt("a", "2026-03-02 COMPLETED");
    night.jdbc.sql("ALTER TABLE runledger.away RENAME TO batch_job").update();
    await().atMost(Night.LIMIT).until(() -> night.ledger("a").size() == 2);
  }

  @Test
  void a_date_is_not_run_by_hand_before_it_is_due() {
    GuardedApplication pod = pod(NIGHTLY);
    Verdict early = pod.ask(Night.run("a", "2026-03-01"));
    assertThat(early.word()).isEqualTo("BLOCKED");
    assertThat(early.explanation()).isEqualTo("it is not due before 2026-03-01T23:30Z");
    assertThat(pod.ask(new RunKey("a", LocalDate.parse("2026-02-27"), "EUR")).explanation())
        .isEqualTo("the job has one run a date, and no part 'EUR'");
  }

  @Test
  void each_part_of_a_date_is_a_run_of_its_own() {
    pod(NIGHTLY, "runledger.jobs.a.part=EUR,USD");
    await().atMost(Night.LIMIT).until(() -> registered("a"));
    night.clock.set(Instant.parse("2026-03-02T23:30:00Z"));
    night.awaitLedger(
        "a",
        "2026-03-01/EUR COMPLETED",
        "2026-03-01/USD COMPLETED",
        "2026-03-02/EUR COMPLETED",
        "2026-03-02/USD COMPLETED");
  }

  private boolean registered(String job) {
    return night
            .jdbc
            .sql("SELECT count(*) FROM runledger.batch_job WHERE job_name = ?")
            .param(job)
            .query(Long.class)
            .single()
        > 0;
  }

  private long failures(String job) {
    return night
        .jdbc
        .sql(
            "SELECT count(*) FROM runledger.batch_attempt WHERE job_name = ? AND status = 'FAILED'")
        .param(job)
        .query(Long.class)
        .single();
  }
}
