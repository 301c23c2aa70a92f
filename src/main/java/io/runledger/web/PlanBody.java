package io.runledger.web;

import io.runledger.operate.BackfillPlan;
import io.runledger.operate.BackfillRequest.Selection;
import io.runledger.run.RunStatus;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a backfill will do.
 *
 * @param job the job
 * @param part the part, empty if there is none
 * @param from the first date
 * @param to the last date, inclusive
 * @param only which dates are asked for
 * @param today which date it is for the job
 * @param refused whether it reaches into the future, and is not carried out
 * @param plan every date of the range
 */
record PlanBody(
    String job,
    String part,
    LocalDate from,
    LocalDate to,
    Selection only,
    LocalDate today,
    boolean refused,
    List<Planned> plan) {

  /**
   * One date.
   *
   * @param batchDate the date
   * @param status what the ledger says of it; null if it was never run
   * @param verdict the answer to expect
   * @param asked whether it is asked for
   * @param part the part, empty if there is none
   * @param message why it may not run; null if it may
   */
  record Planned(
      LocalDate batchDate,
      @Nullable RunStatus status,
      String verdict,
      boolean asked,
      String part,
      @Nullable String message) {}

  static PlanBody of(BackfillPlan plan) {
    return new PlanBody(
        plan.request().job(),
        plan.request().part(),
        plan.request().from(),
        plan.request().to(),
        plan.request().only(),
        plan.today(),
        plan.isRefused(),
        plan.runs().stream()
            .map(
                run ->
                    new Planned(
                        run.key().batchDate(),
                        run.status(),
                        run.verdict(),
                        run.asked(),
                        run.key().part(),
                        run.why()))
            .toList());
  }
}
