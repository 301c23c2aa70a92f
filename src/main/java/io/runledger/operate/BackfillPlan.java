package io.runledger.operate;

import io.runledger.run.RunKey;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a backfill will do, before it does anything.
 *
 * @param request the range
 * @param today which date it is for the job
 * @param runs every date of the range, in ascending order
 */
public record BackfillPlan(BackfillRequest request, LocalDate today, List<PlannedRun> runs) {

  public BackfillPlan {
    runs = List.copyOf(runs);
  }

  /**
   * Whether the range reaches into the future; such a plan is not carried out, not even in part.
   */
  public boolean isRefused() {
    return request.to().isAfter(today);
  }

  /** What will be asked for, in ascending order. */
  public List<PlannedRun> asked() {
    return runs.stream().filter(PlannedRun::asked).toList();
  }

  /**
   * Whether a date that is wanted was not asked for, since somebody works on it.
   *
   * @param outcomes what became of the dates that were asked for, or waited for
   */
  public boolean leavesRunning(List<Outcome> outcomes) {
    Set<RunKey> known =
        outcomes.stream().map(one -> one.verdict().key()).collect(Collectors.toSet());
    return request.only() == BackfillRequest.Selection.ALL
        && runs.stream().anyMatch(run -> run.isLeftRunning() && !known.contains(run.key()));
  }
}
