package io.runledger.operate;

import io.runledger.guard.LedgerClock;
import io.runledger.guard.LedgerHistory;
import io.runledger.guard.Timetable;
import io.runledger.operate.BackfillRequest.Selection;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
import io.runledger.schedule.DefinedSchedules;
import io.runledger.schedule.DueRun;
import io.runledger.schedule.ScheduledTimetable;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a range of dates: shows its plan first, then asks for exactly that plan, in ascending order,
 * one date after the other. It stops at the first date that does not complete, since what comes
 * later builds on it; doing the same again goes on there.
 */
public final class Backfill {

  private final ManualRuns runs;
  private final LedgerHistory history;
  private final DefinedSchedules schedules;
  private final LedgerClock clock;

  public Backfill(
      ManualRuns runs, LedgerHistory history, DefinedSchedules schedules, LedgerClock clock) {
    this.runs = runs;
    this.history = history;
    this.schedules = schedules;
    this.clock = clock;
  }

  /**
   * Looks at ledger and schedule, and changes nothing. Of a date that has several parts by the
   * job's schedule, all are planned unless one is named.
   *
   * @throws io.runledger.batch.UnknownJobException if no such job is guarded here
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public BackfillPlan plan(BackfillRequest request) {
    LocalDate today = runs.today(request.job());
    Timetable timetable = new ScheduledTimetable(schedules.get());
    Instant now = clock.now();
    Map<RunKey, Run> rows =
        history.between(request.job(), request.from(), request.to()).stream()
            .collect(Collectors.toMap(Run::key, Function.identity()));
    List<PlannedRun> planned = new ArrayList<>();
    for (LocalDate date : request.from().datesUntil(request.to().plusDays(1)).toList()) {
      for (RunKey key : keys(request, date)) {
        // Of what comes before it nothing is asked: it may be part of the same plan.
        String notDue = timetable.entry(key, now, job -> now).notDue();
        planned.add(planned(request, key, notDue, rows.get(key)));
      }
    }
    return new BackfillPlan(request, today, planned);
  }

  private List<RunKey> keys(BackfillRequest request, LocalDate date) {
    List<RunKey> due =
        request.part().isEmpty()
            ? schedules.get().ofDate(request.job(), date, Instant.EPOCH).stream()
                .map(DueRun::key)
                .toList()
            : List.of();
    return due.isEmpty() ? List.of(new RunKey(request.job(), date, request.part())) : due;
  }

  private static PlannedRun planned(
      BackfillRequest request, RunKey key, @Nullable String notDue, @Nullable Run run) {
    if (run == null) {
      return notDue != null
          ? new PlannedRun(key, null, "BLOCKED", false, notDue)
          : new PlannedRun(key, null, "STARTED", isWanted(request, null), null);
    }
    RunStatus status = run.status();
    return switch (status) {
      case COMPLETED -> new PlannedRun(key, status, "ALREADY_COMPLETED", false, null);
      case RUNNING ->
          run.leaseLives()
              ? new PlannedRun(key, status, "ALREADY_RUNNING", false, null)
              : new PlannedRun(
                  key, status, "RESUMED", request.only() == Selection.ALL, "its pod is gone");
      case MISSED ->
          notDue != null
              ? new PlannedRun(key, status, "BLOCKED", false, notDue)
              : new PlannedRun(key, status, "STARTED", isWanted(request, status), null);
      case FAILED, STOPPED, REOPENED ->
          new PlannedRun(key, status, "RESUMED", isWanted(request, status), null);
    };
  }

  private List<PlannedRun> inOrder(BackfillPlan plan) {
    List<PlannedRun> asked = plan.asked();
    if (asked.isEmpty() || !isSequential(plan.request().job())) {
      return asked;
    }
    LocalDate last = asked.get(asked.size() - 1).key().batchDate();
    return plan.runs().stream()
        .filter(run -> run.asked() || (run.isLeftRunning() && run.key().batchDate().isBefore(last)))
        .toList();
  }

  private boolean isSequential(String job) {
    return schedules
        .get()
        .of(job)
        .filter(schedule -> schedule.isScheduled() && schedule.sequential())
        .isPresent();
  }

  private static boolean isWanted(BackfillRequest request, @Nullable RunStatus status) {
    return switch (request.only()) {
      case ALL -> true;
      case MISSING -> status == null || status == RunStatus.MISSED;
      case FAILED -> status == RunStatus.FAILED || status == RunStatus.STOPPED;
    };
  }

  /**
   * Carries a plan out, and stays until it is done. A date that somebody else took meanwhile is
   * waited for, and so is one that works already and holds later ones up.
   *
   * @param watcher is told meanwhile how each date goes
   * @return what became of the dates asked for, in their order, up to the first that is not
   *     complete
   * @throws IllegalArgumentException if the plan is refused, or an added parameter has a name that
   *     is taken
   */
  public List<Outcome> carryOut(
      BackfillPlan plan, Person person, Map<String, String> parameters, Watcher watcher) {
    check(plan, person, parameters);
    List<Outcome> outcomes = new ArrayList<>();
    for (PlannedRun planned : inOrder(plan)) {
      Outcome outcome = runs.ask(request(planned, person, parameters), Patience.ANY, watcher);
      outcomes.add(outcome);
      if (!outcome.isComplete()) {
        break;
      }
    }
    return outcomes;
  }

  /**
   * Refuses what {@link #carryOut} would refuse, and does nothing.
   *
   * @throws IllegalArgumentException if the plan is refused, or an added parameter has a name that
   *     is taken
   */
  void check(BackfillPlan plan, Person person, Map<String, String> parameters) {
    if (plan.isRefused()) {
      throw new IllegalArgumentException(
          "The range ends on %s, and today is %s in the zone of %s; nothing was run. End it by then."
              .formatted(plan.request().to(), plan.today(), plan.request().job()));
    }
    plan.asked().stream()
        .findFirst()
        .ifPresent(first -> runs.check(request(first, person, parameters)));
  }

  private static ManualRequest request(
      PlannedRun planned, Person person, Map<String, String> parameters) {
    return new ManualRequest(planned.key(), Audit.Action.BACKFILL, person, parameters);
  }
}
