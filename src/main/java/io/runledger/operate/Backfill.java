package io.runledger.operate;

import io.runledger.guard.LedgerHistory;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunStatus;
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

  public Backfill(ManualRuns runs, LedgerHistory history) {
    this.runs = runs;
    this.history = history;
  }

  /**
   * Looks at the ledger, and changes nothing.
   *
   * @throws io.runledger.batch.UnknownJobException if no such job is guarded here
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public BackfillPlan plan(BackfillRequest request) {
    LocalDate today = runs.today(request.job());
    Map<LocalDate, Run> rows =
        history.between(request.job(), request.part(), request.from(), request.to()).stream()
            .collect(Collectors.toMap(run -> run.key().batchDate(), Function.identity()));
    List<PlannedRun> planned =
        request
            .from()
            .datesUntil(request.to().plusDays(1))
            .map(date -> planned(request, date, today, rows.get(date)))
            .toList();
    return new BackfillPlan(request, today, planned);
  }

  private static PlannedRun planned(
      BackfillRequest request, LocalDate date, LocalDate today, @Nullable Run run) {
    RunKey key = new RunKey(request.job(), date, request.part());
    if (run == null) {
      boolean future = date.isAfter(today);
      return new PlannedRun(
          key, null, future ? "BLOCKED" : "STARTED", !future && isWanted(request, null));
    }
    return switch (run.status()) {
      case COMPLETED -> new PlannedRun(key, run.status(), "ALREADY_COMPLETED", false);
      // Also where its pod is gone: that is the recovery's.
      case RUNNING -> new PlannedRun(key, run.status(), "ALREADY_RUNNING", false);
      case MISSED -> new PlannedRun(key, run.status(), "STARTED", isWanted(request, run.status()));
      case FAILED, STOPPED, REOPENED ->
          new PlannedRun(key, run.status(), "RESUMED", isWanted(request, run.status()));
    };
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
   * waited for.
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
    for (PlannedRun planned : plan.asked()) {
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
