package io.runledger.operate;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/**
 * Batch dates to be looked at.
 *
 * @param from the first
 * @param to the last, inclusive
 */
public record ScheduleRange(LocalDate from, LocalDate to) {

  private static final long MOST_DATES = 3_660;

  /** Refuses a range that runs backwards or is longer than ten years. */
  public ScheduleRange {
    if (from.isAfter(to)) {
      throw new IllegalArgumentException(
          "The range from %s to %s runs backwards; swap the two dates.".formatted(from, to));
    }
    long dates = ChronoUnit.DAYS.between(from, to) + 1;
    if (dates > MOST_DATES) {
      throw new IllegalArgumentException(
          "The range from %s to %s has %d dates, and at most %d are shown at once. Is a year mistyped?"
              .formatted(from, to, dates, MOST_DATES));
    }
  }
}
