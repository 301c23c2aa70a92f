package io.runledger.run;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.Objects;

/**
 * Names one run: at most one run of a job is ever completed for a batch date and part.
 *
 * @param job the name of the Spring Batch job, not blank
 * @param batchDate the business date that the run is for; a date, never an instant
 * @param part what tells several runs of one date apart (branch, currency, intraday slot); empty if
 *     there is one run a date
 */
public record RunKey(String job, LocalDate batchDate, String part) implements Comparable<RunKey> {

  private static final Comparator<RunKey> ORDER =
      Comparator.comparing(RunKey::job)
          .thenComparing(RunKey::batchDate)
          .thenComparing(RunKey::part);

  /** What still fits in an index row together with the job's name. */
  private static final int LONGEST_PART = 100;

  /** Refuses a blank job, and a part that is too long or has blanks at an end or controls. */
  public RunKey {
    Objects.requireNonNull(batchDate, "batchDate");
    if (job.isBlank()) {
      throw new IllegalArgumentException("The job of a run key is blank; name a job.");
    }
    TextLine.check("job", job);
    TextLine.check("part", part);
    if (!part.equals(part.strip())) {
      throw new IllegalArgumentException(
          "The part '%s' of %s %s has white space at an end; remove it."
              .formatted(part, job, batchDate));
    }
    if (part.length() > LONGEST_PART) {
      throw new IllegalArgumentException(
          "The part '%s...' of %s %s has %d characters, and at most %d are kept; shorten it."
              .formatted(
                  part.substring(0, LONGEST_PART), job, batchDate, part.length(), LONGEST_PART));
    }
  }

  /** The key of a job that has one run a date. */
  public static RunKey of(String job, LocalDate batchDate) {
    return new RunKey(job, batchDate, "");
  }

  @Override
  public int compareTo(RunKey other) {
    return ORDER.compare(this, other);
  }

  /**
   * As people read it: {@code eod-interest 2026-11-30}, or with a part {@code fx 2026-11-30/EUR}.
   */
  @Override
  public String toString() {
    return job + " " + batchDate + (part.isEmpty() ? "" : "/" + part);
  }
}
