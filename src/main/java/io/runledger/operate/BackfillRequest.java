package io.runledger.operate;

import io.runledger.run.RunKey;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/**
 * A range of batch dates of one job and part.
 *
 * @param job the job
 * @param part the part, empty if the job has one run a date
 * @param from the first date
 * @param to the last date, inclusive
 * @param only which of them
 */
public record BackfillRequest(
    String job, String part, LocalDate from, LocalDate to, Selection only) {

  /** Which dates of a range are asked for. None touches a completed or a running date. */
  public enum Selection {
    /** Those that were never run. */
    MISSING,
    /** Those that failed or were stopped. */
    FAILED,
    /** All that are not completed. */
    ALL
  }

  private static final long MOST_DATES = 3_660;

  /** Refuses what names no run, and a range that runs backwards or is longer than ten years. */
  public BackfillRequest {
    RunKey unused = new RunKey(job, from, part);
    if (from.isAfter(to)) {
      throw new IllegalArgumentException(
          "The range from %s to %s runs backwards; nothing was run. Swap the two dates."
              .formatted(from, to));
    }
    long dates = ChronoUnit.DAYS.between(from, to) + 1;
    if (dates > MOST_DATES) {
      throw new IllegalArgumentException(
          "The range from %s to %s has %d dates, and at most %d are taken at once; nothing was run. Is a year mistyped?"
              .formatted(from, to, dates, MOST_DATES));
    }
  }
}
