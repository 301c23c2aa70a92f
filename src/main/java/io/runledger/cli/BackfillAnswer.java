package io.runledger.cli;

import io.runledger.operate.BackfillPlan;
import io.runledger.operate.BackfillRequest.Selection;
import io.runledger.operate.Outcome;
import io.runledger.operate.PlannedRun;
import io.runledger.run.RunStatus;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code backfill --json} answers. The names are read by scripts: they stay.
 *
 * @param job the job
 * @param part the part, empty if there is none
 * @param from the first date
 * @param to the last date, inclusive
 * @param only which dates are asked for
 * @param today which date it is for the job
 * @param plan every date of the range
 * @param runs what became of the dates asked for, up to the first that is not complete; empty if
 *     nothing was run
 */
record BackfillAnswer(
    String job,
    String part,
    LocalDate from,
    LocalDate to,
    Selection only,
    LocalDate today,
    List<Planned> plan,
    List<RunAnswer> runs) {

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

  static BackfillAnswer of(BackfillPlan plan, List<Outcome> outcomes) {
    return new BackfillAnswer(
        plan.request().job(),
        plan.request().part(),
        plan.request().from(),
        plan.request().to(),
        plan.request().only(),
        plan.today(),
        plan.runs().stream().map(BackfillAnswer::planned).toList(),
        outcomes.stream().map(RunAnswer::of).toList());
  }

  private static Planned planned(PlannedRun run) {
    return new Planned(
        run.key().batchDate(),
        run.status(),
        run.verdict(),
        run.asked(),
        run.key().part(),
        run.why());
  }

  /** The plan, for people. */
  static List<String> table(BackfillPlan plan) {
    Table table = new Table("DATE", "LEDGER", "VERDICT", "PLAN");
    for (PlannedRun run : plan.runs()) {
      table.add(
          run.key().batchDate() + (run.key().part().isEmpty() ? "" : "/" + run.key().part()),
          run.status() == null ? "-" : run.status().name(),
          run.verdict(),
          (run.asked() ? "ask" : "leave") + (run.why() == null ? "" : ": " + run.why()));
    }
    return table.lines();
  }
}
