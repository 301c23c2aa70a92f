package io.runledger.operate;

import io.runledger.guard.Reopening;
import io.runledger.run.RunKey;
import io.runledger.schedule.Parts;
import io.runledger.schedule.Schedules;

/** Which other runs may have been worked out on a run's effects. */
public final class StandsOn {

  private StandsOn() {}

  /**
   * Later dates of a sequential job, and the runs of jobs that come after it.
   *
   * @param schedules of all guarded jobs
   */
  public static Reopening.Scope scope(Schedules schedules, RunKey key) {
    boolean laterDates =
        schedules.of(key.job()).map(schedule -> schedule.sequential()).orElse(true);
    boolean anyPart =
        schedules
            .of(key.job())
            .map(schedule -> schedule.parts() instanceof Parts.FireTime)
            .orElse(false);
    return new Reopening.Scope(key, laterDates, anyPart, schedules.downstream(key.job()));
  }
}
