package io.runledger.schedule;

import java.util.List;

/**
 * The schedules of the guarded jobs. They are known once all job beans exist, at the end of
 * start-up, and do not change after that.
 */
public final class DefinedSchedules {

  private volatile Schedules schedules = new Schedules(List.of());

  /** To be said once, before anything asks. */
  public void define(Schedules all) {
    schedules = all;
  }

  /** Those that are defined; none before the end of start-up. */
  public Schedules get() {
    return schedules;
  }
}
