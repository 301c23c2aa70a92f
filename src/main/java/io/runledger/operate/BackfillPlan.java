package io.runledger.operate;

import java.time.LocalDate;
import java.util.List;

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

  /** Whether a date that is wanted is not asked for, since somebody works on it. */
  public boolean leavesRunning() {
    return request.only() == BackfillRequest.Selection.ALL
        && runs.stream().anyMatch(PlannedRun::isRunning);
  }
}
