package io.runledger.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.runledger.batch.GuardedApplication;
import io.runledger.operate.Backfill;
import io.runledger.operate.BackfillPlan;
import io.runledger.operate.BackfillRequest;
import io.runledger.operate.BackfillRequest.Selection;
import io.runledger.operate.Outcome;
import io.runledger.operate.Person;
import io.runledger.operate.Watcher;
import io.runledger.run.Verdict;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Backfills of jobs that have schedules: the plan knows them. */
class ScheduledBackfillTest {

  /** A Wednesday. */
  private final Night night = new Night("2026-03-04T12:00:00Z");

  @AfterEach
  void close() {
    night.close();
  }

  private GuardedApplication pod(String... properties) {
    return night.pod(
        List.of("a"),
        Stream.concat(
                Stream.of("runledger.worker=false", "runledger.jobs.a.cron=0 30 23 * * ?"),
                Stream.of(properties))
            .toArray(String[]::new));
  }

  private static BackfillRequest request(String from, String to) {
    return new BackfillRequest("a", "", LocalDate.parse(from), LocalDate.parse(to), Selection.ALL);
  }

  private static List<String> told(BackfillPlan plan) {
    return plan.runs().stream()
        .map(run -> run.key() + " " + run.verdict() + (run.why() == null ? "" : ", " + run.why()))
        .toList();
  }

  private static List<Outcome> carryOut(GuardedApplication pod, BackfillPlan plan) {
    return pod.bean(Backfill.class)
        .carryOut(
            plan,
            new Person("ann", "a test"),
            Map.of(),
            new Watcher() {
              @Override
              public void answered(Verdict verdict) {}

              @Override
              public void ended(Outcome outcome) {}
            });
  }

  @Test
  void dates_that_the_calendar_leaves_out_are_told_and_do_not_end_the_backfill() {
    GuardedApplication pod =
        pod("runledger.calendars.bank.weekend=SATURDAY,SUNDAY", "runledger.jobs.a.calendar=bank");
    BackfillPlan plan = pod.bean(Backfill.class).plan(request("2026-02-27", "2026-03-04"));
    assertThat(told(plan))
        .containsExactly(
            "a 2026-02-27 STARTED",
            "a 2026-02-28 BLOCKED, it is no business day, but a Saturday",
            "a 2026-03-01 BLOCKED, it is no business day, but a Sunday",
            "a 2026-03-02 STARTED",
            "a 2026-03-03 STARTED",
            "a 2026-03-04 BLOCKED, it is not due before 2026-03-04T23:30Z");
    assertThat(carryOut(pod, plan)).hasSize(3).allMatch(Outcome::isComplete);
    night.awaitLedger("a", "2026-02-27 COMPLETED", "2026-03-02 COMPLETED", "2026-03-03 COMPLETED");
  }

  @Test
  void all_parts_of_a_date_are_planned() {
    GuardedApplication pod = pod("runledger.jobs.a.part=EUR,USD");
    BackfillPlan plan = pod.bean(Backfill.class).plan(request("2026-03-01", "2026-03-02"));
    assertThat(carryOut(pod, plan)).hasSize(4).allMatch(Outcome::isComplete);
    assertThat(night.ledger("a"))
        .containsExactly(
            "2026-03-01/EUR COMPLETED",
            "2026-03-01/USD COMPLETED",
            "2026-03-02/EUR COMPLETED",
            "2026-03-02/USD COMPLETED");
  }

  @Test
  void a_backfill_whose_process_was_killed_goes_on_with_the_date_that_it_was_at() {
    GuardedApplication pod = pod();
    pod.run(Night.run("a", "2026-03-01"));
    night.jdbc.sql("UPDATE runledger.batch_run SET status = 'RUNNING', ended_at = NULL").update();
    // Its lease lives for a while: so it looks right after the kill.
    night
        .jdbc
        .sql(
            """
            UPDATE runledger.batch_lock l
               SET locked_by = r.attempt_id, locked_until = clock_timestamp() + interval '2 seconds'
              FROM runledger.batch_run r WHERE l.name = r.lock_name
            """)
        .update();
    BackfillPlan plan = pod.bean(Backfill.class).plan(request("2026-03-01", "2026-03-03"));
    assertThat(told(plan).get(0)).isEqualTo("a 2026-03-01 ALREADY_RUNNING");
    assertThat(carryOut(pod, plan)).hasSize(3).allMatch(Outcome::isComplete);
    assertThat(night.effects()).hasSize(3).doesNotHaveDuplicates();

    night.jdbc.sql("UPDATE runledger.batch_run SET status = 'RUNNING'").update();
    BackfillPlan later = pod.bean(Backfill.class).plan(request("2026-03-01", "2026-03-03"));
    assertThat(told(later)).allMatch(line -> line.endsWith("RESUMED, its pod is gone"));
    assertThat(carryOut(pod, later)).hasSize(3).allMatch(Outcome::isComplete);
    await().atMost(Night.LIMIT).until(() -> night.effects().size() == 3);
  }
}
