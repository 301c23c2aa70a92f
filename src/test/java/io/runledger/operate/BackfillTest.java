package io.runledger.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.runledger.batch.UnknownJobException;
import io.runledger.operate.BackfillRequest.Selection;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import io.runledger.run.Verdict;
import io.runledger.test.Database;
import io.runledger.test.EffectsTable;
import io.runledger.test.PostgresServer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/** RC-31: 02-27 COMPLETED, 02-28 FAILED, 03-01 absent, 03-02 RUNNING elsewhere. */
@Timeout(60) // who asks for the running date waits for an hour
class BackfillTest {

  private static final Person ANN = new Person("ann", "the feed came late");
  private static final Watcher NOBODY =
      new Watcher() {
        @Override
        public void answered(Verdict verdict) {}

        @Override
        public void ended(Outcome outcome) {}
      };

  private static final LocalDate COMPLETED = LocalDate.of(2026, 2, 27);
  private static final LocalDate FAILED = LocalDate.of(2026, 2, 28);
  private static final LocalDate ABSENT = LocalDate.of(2026, 3, 1);
  private static final LocalDate RUNNING = LocalDate.of(2026, 3, 2);

  private final Database database = PostgresServer.shared().newDatabase();
  private ConfigurableApplicationContext context;
  private DailyApplication.Behaviour behaviour;
  private Backfill backfill;

  @BeforeEach
  void theMatrix() {
    context = DailyApplication.start(database);
    behaviour = context.getBean(DailyApplication.Behaviour.class);
    backfill = context.getBean(Backfill.class);
    behaviour.failing.add(FAILED);
    assertThat(ask(COMPLETED).status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(ask(FAILED).status()).isEqualTo(RunStatus.FAILED);
    runningElsewhere();
    behaviour.failing.clear();
    behaviour.dates.clear();
  }

  @AfterEach
  void close() {
    context.close();
  }

  private Outcome ask(LocalDate date) {
    return context
        .getBean(ManualRuns.class)
        .ask(
            new ManualRequest(RunKey.of("daily", date), Audit.Action.RUN, ANN, Map.of()),
            Patience.OWN,
            NOBODY);
  }

  /** Under a lock name of its own, so that it keeps nobody out. */
  private void runningElsewhere() {
    database
        .jdbc()
        .sql(
            """
            WITH attempt AS (SELECT gen_random_uuid() AS id),
                 lease AS (
                   INSERT INTO runledger.batch_lock
                   SELECT 'elsewhere', '1 hour', clock_timestamp() + '1 hour', id,
                          nextval('runledger.batch_fence')
                     FROM attempt RETURNING fence)
            INSERT INTO runledger.batch_run
                   (job_name, batch_date, covered_from, status, fence, attempt_id, lock_name, pod)
            SELECT 'daily', :date, :date::date, 'RUNNING', fence, id, 'elsewhere', 'other:pod'
              FROM attempt, lease
            """)
        .param("date", RUNNING)
        .update();
  }

  private BackfillPlan plan(Selection only) {
    return backfill.plan(new BackfillRequest("daily", "", COMPLETED, RUNNING, only));
  }

  private List<Outcome> carryOut(BackfillPlan plan) {
    return backfill.carryOut(plan, ANN, Map.of(), NOBODY);
  }

  private static List<LocalDate> dates(BackfillPlan plan) {
    return plan.asked().stream().map(run -> run.key().batchDate()).toList();
  }

  @Test
  void only_missing_runs_the_date_that_was_never_run() {
    BackfillPlan plan = plan(Selection.MISSING);
    assertThat(dates(plan)).containsExactly(ABSENT);

    assertThat(carryOut(plan)).extracting(Outcome::status).containsExactly(RunStatus.COMPLETED);
    assertThat(behaviour.dates).containsExactly(ABSENT);
  }

  @Test
  void only_failed_resumes_the_failed_date() {
    BackfillPlan plan = plan(Selection.FAILED);
    assertThat(dates(plan)).containsExactly(FAILED);

    assertThat(carryOut(plan))
        .extracting(outcome -> outcome.verdict().word())
        .containsExactly("RESUMED");
    assertThat(behaviour.dates).containsExactly(FAILED);
  }

  @Test
  void all_runs_both_in_order_and_touches_neither_the_completed_nor_the_running_date() {
    BackfillPlan plan = plan(Selection.ALL);
    assertThat(plan.runs())
        .extracting(run -> run.key().batchDate(), PlannedRun::verdict, PlannedRun::asked)
        .containsExactly(
            tuple(COMPLETED, "ALREADY_COMPLETED", false),
            tuple(FAILED, "RESUMED", true),
            tuple(ABSENT, "STARTED", true),
            tuple(RUNNING, "ALREADY_RUNNING", false));
    assertThat(plan.leavesRunning(List.of())).isTrue();
    String running = row(RUNNING);

    carryOut(plan);

    assertThat(behaviour.dates).containsExactly(FAILED, ABSENT);
    assertThat(row(RUNNING)).isEqualTo(running);
    EffectsTable effects = EffectsTable.create(database);
    for (LocalDate date : List.of(COMPLETED, FAILED, ABSENT)) {
      effects.assertOnceEach("daily " + date, 1);
    }
    assertThat(effects.count("daily " + RUNNING)).isZero();
  }

  private String row(LocalDate date) {
    return database
        .jdbc()
        .sql("SELECT r::text FROM runledger.batch_run r WHERE batch_date = :date")
        .param("date", date)
        .query(String.class)
        .single();
  }

  @Test
  void the_same_backfill_twice_adds_no_run() {
    carryOut(plan(Selection.ALL));
    behaviour.dates.clear();

    BackfillPlan second = plan(Selection.ALL);
    assertThat(second.asked()).isEmpty();
    carryOut(second);
    assertThat(behaviour.dates).isEmpty();
  }

  @Test
  void a_plan_made_before_somebody_else_ran_it_adds_no_run_either() {
    BackfillPlan early = plan(Selection.ALL);
    carryOut(plan(Selection.ALL));
    behaviour.dates.clear();

    assertThat(carryOut(early))
        .extracting(outcome -> outcome.verdict().word())
        .containsExactly("ALREADY_COMPLETED", "ALREADY_COMPLETED");
    assertThat(behaviour.dates).isEmpty();
  }

  @Test
  void it_stops_at_the_first_date_that_does_not_complete() {
    behaviour.failing.add(FAILED);

    assertThat(carryOut(plan(Selection.ALL)))
        .extracting(Outcome::status)
        .containsExactly(RunStatus.FAILED);
    assertThat(behaviour.dates).containsExactly(FAILED);
  }

  @Test
  void a_leap_day_is_one_of_the_dates() {
    BackfillPlan plan =
        backfill.plan(
            new BackfillRequest(
                "daily", "", LocalDate.of(2024, 2, 28), LocalDate.of(2024, 3, 1), Selection.ALL));
    assertThat(dates(plan))
        .containsExactly(
            LocalDate.of(2024, 2, 28), LocalDate.of(2024, 2, 29), LocalDate.of(2024, 3, 1));
  }

  @Test
  void a_range_into_the_future_is_planned_but_refused_as_a_whole() {
    LocalDate today = context.getBean(ManualRuns.class).today("daily");
    BackfillPlan plan =
        backfill.plan(new BackfillRequest("daily", "", today, today.plusDays(1), Selection.ALL));

    assertThat(plan.runs())
        .extracting(PlannedRun::verdict, PlannedRun::asked)
        .containsExactly(tuple("STARTED", true), tuple("BLOCKED", false));
    assertThatThrownBy(() -> carryOut(plan))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing was run");
    assertThat(behaviour.dates).isEmpty();
  }

  @Test
  void a_range_that_makes_no_sense_is_refused() {
    assertThatThrownBy(() -> new BackfillRequest("daily", "", RUNNING, FAILED, Selection.ALL))
        .hasMessage(
            "The range from 2026-03-02 to 2026-02-28 runs backwards; nothing was run. Swap the two dates.");
    assertThatThrownBy(
            () -> new BackfillRequest("daily", "", LocalDate.of(1026, 1, 1), FAILED, Selection.ALL))
        .hasMessageContaining("Is a year mistyped?");
    assertThatThrownBy(
            () -> new BackfillRequest("daily", "a\u0000b", FAILED, FAILED, Selection.ALL))
        .hasMessageContaining("The part 'a\uFFFDb' has the control character");
    assertThatThrownBy(
            () -> backfill.plan(new BackfillRequest("dialy", "", FAILED, FAILED, Selection.ALL)))
        .isInstanceOf(UnknownJobException.class);
  }

  @Test
  void each_request_is_kept_with_its_verdict_and_what_was_only_planned_is_not() {
    int before = audit().size();
    carryOut(plan(Selection.ALL));

    List<String> kept = new ArrayList<>(audit().subList(before, audit().size()));
    assertThat(kept)
        .containsExactly(
            "ann backfill the feed came late 2026-02-28 RESUMED",
            "ann backfill the feed came late 2026-03-01 STARTED");
  }

  private List<String> audit() {
    return database
        .jdbc()
        .sql(
            """
            SELECT concat_ws(' ', actor, action, reason, batch_date, verdict)
              FROM runledger.batch_audit ORDER BY id
            """)
        .query(String.class)
        .list();
  }
}
