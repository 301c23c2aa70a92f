package io.runledger.operate;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of a job and what comes of it.
 *
 * @param job the job's name
 * @param zone the zone of its dates and times
 * @param state whether anything will be due
 * @param cron as it was written; null if there is none
 * @param after the jobs that come first
 * @param calendar its calendar's name; null if each day is a business day
 * @param from the first batch date looked at
 * @param to the last
 * @param runs by batch date; those of a date by their due instants
 */
public record ScheduleView(
    String job,
    String zone,
    State state,
    @Nullable String cron,
    List<String> after,
    @Nullable String calendar,
    LocalDate from,
    LocalDate to,
    List<ScheduledRun> runs) {

  /** Whether anything will be due. */
  public enum State {
    /** A date will fall due. */
    SCHEDULED,
    /** No date falls due any more. */
    ENDED,
    /** Nothing but a person asks for a run. */
    BY_HAND
  }

  /**
   * What is due next of a job.
   *
   * @param job the job's name
   * @param zone the zone of its dates and times
   * @param state whether anything will be due
   * @param run the first that is; null if none is
   */
  public record Next(String job, String zone, State state, @Nullable ScheduledRun run) {}
}
