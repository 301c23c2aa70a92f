package io.runledger.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.runledger.operate.StatusQuery.RunHistory;
import io.runledger.run.AttemptStatus;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

class ManualRunsTest {

  private static final Database database = PostgresServer.shared().newDatabase();
  private static final ConfigurableApplicationContext context = DailyApplication.start(database);

  @AfterAll
  static void close() {
    context.close();
  }

  private final ManualRuns runs = context.getBean(ManualRuns.class);

  private static ManualRequest request(LocalDate date) {
    return new ManualRequest(
        RunKey.of("daily", date),
        Audit.Action.RUN,
        new Person("ann", "late"),
        Map.of("ticket", "7"));
  }

  /** Writes down what it is told. */
  private static final class Diary implements Watcher {
    private final List<String> entries = new ArrayList<>();

    @Override
    public void answered(Verdict verdict) {
      entries.add(verdict.word());
    }

    @Override
    public void ended(Outcome outcome) {
      entries.add("ended " + outcome.status());
    }
  }

  @Test
  void a_run_is_waited_for_and_a_second_request_touches_nothing() {
    Diary diary = new Diary();
    LocalDate date = LocalDate.of(2026, 1, 5);

    assertThat(runs.ask(request(date), Patience.OWN, diary).isComplete()).isTrue();
    assertThat(runs.ask(request(date), Patience.OWN, diary).isComplete()).isTrue();

    assertThat(diary.entries)
        .containsExactly("STARTED", "ended COMPLETED", "ALREADY_COMPLETED", "ended COMPLETED");
    assertThat(verdictsKept(date)).containsExactly("STARTED", "ALREADY_COMPLETED");
  }

  @Test
  void a_failed_run_says_why_and_is_resumed_by_the_next_request() {
    LocalDate date = LocalDate.of(2026, 1, 6);
    DailyApplication.Behaviour behaviour = context.getBean(DailyApplication.Behaviour.class);
    behaviour.failing.add(date);

    Outcome failed = runs.ask(request(date), Patience.OWN, new Diary());
    behaviour.failing.remove(date);
    Outcome resumed = runs.ask(request(date), Patience.OWN, new Diary());

    assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
    assertThat(failed.message()).contains("the rates of the date are missing");
    assertThat(resumed.verdict().word()).isEqualTo("RESUMED");
    RunHistory history = context.getBean(StatusQuery.class).latest("daily", date, 10).get(0);
    assertThat(history.attempts())
        .extracting(attempt -> attempt.status())
        .containsExactly(AttemptStatus.FAILED, AttemptStatus.COMPLETED);
    assertThat(history.attempts().get(0).cause().actor()).isEqualTo("ann");
    assertThat(history.attempts().get(0).cause().reason()).isEqualTo("late");
  }

  @Test
  void the_next_date_can_be_asked_for_as_soon_as_one_has_ended() {
    LocalDate first = LocalDate.of(2025, 1, 1);
    for (int day = 0; day < 20; day++) {
      Outcome outcome = runs.ask(request(first.plusDays(day)), Patience.OWN, new Diary());
      assertThat(outcome.verdict().word()).isEqualTo("STARTED");
    }
  }

  @Test
  void a_run_that_has_ended_is_not_called_lost_when_its_lease_is_due_for_renewal() {
    LocalDate date = LocalDate.of(2026, 1, 7);
    Duration lease = Duration.ofSeconds(2);

    assertThat(runs.ask(request(date), Patience.OWN, new Diary()).isComplete()).isTrue();

    await()
        .during(lease)
        .atMost(lease.multipliedBy(3))
        .until(() -> context.getBean(DailyApplication.Behaviour.class).lost.isEmpty());
  }

  @Test
  void a_future_date_is_blocked_and_kept() {
    LocalDate tomorrow = runs.today("daily").plusDays(1);

    assertThat(runs.ask(request(tomorrow)).word()).isEqualTo("BLOCKED");
    assertThat(verdictsKept(tomorrow)).containsExactly("BLOCKED");
  }

  @Test
  void a_person_has_a_name_and_writes_one_line() {
    assertThatThrownBy(() -> new Person(" ", null)).hasMessage("The actor is blank; say who asks.");
    assertThatThrownBy(() -> new Person("a\u0007nn", null)).hasMessageContaining("The actor");
    assertThatThrownBy(() -> new Person("ann", "a\nb")).hasMessageContaining("The reason");
  }

  @Test
  void a_verdict_that_cannot_be_kept_is_unavailable_unless_the_work_has_begun() {
    LocalDate done = LocalDate.of(2026, 1, 8);
    LocalDate fresh = LocalDate.of(2026, 1, 9);
    runs.ask(request(done), Patience.OWN, new Diary());
    database.jdbc().sql("ALTER TABLE runledger.batch_audit RENAME TO hidden").update();
    try {
      Verdict refused = runs.ask(request(done));
      Outcome granted = runs.ask(request(fresh), Patience.OWN, new Diary());

      assertThat(refused.word()).isEqualTo("UNAVAILABLE");
      assertThat(refused.explanation())
          .contains("it was ALREADY_COMPLETED, but the request could not be kept in the audit");
      assertThat(granted.verdict().word()).isEqualTo("STARTED");
      assertThat(granted.isComplete()).isTrue();
    } finally {
      database.jdbc().sql("ALTER TABLE runledger.hidden RENAME TO batch_audit").update();
    }
  }

  private static List<String> verdictsKept(LocalDate date) {
    return database
        .jdbc()
        .sql("SELECT verdict FROM runledger.batch_audit WHERE batch_date = :date ORDER BY id")
        .param("date", date)
        .query(String.class)
        .list();
  }
}
