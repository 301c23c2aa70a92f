package io.runledger.guard;

import io.runledger.run.RunStatus;
import io.runledger.run.TextLine;
import java.time.LocalDate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which runs are looked for.
 *
 * @param job only this job's; null for those of all jobs
 * @param from only of this batch date and later; null for no bound
 * @param to only of this batch date and earlier; null for no bound
 * @param status only with one of these; empty for all
 */
public record RunFilter(
    @Nullable String job, @Nullable LocalDate from, @Nullable LocalDate to, Set<RunStatus> status) {

  /** Refuses a range that runs backwards, and control characters. */
  public RunFilter {
    status = Set.copyOf(status);
    TextLine.check("job", job);
    if (from != null && to != null && from.isAfter(to)) {
      throw new IllegalArgumentException(
          "The range from %s to %s runs backwards; nothing was looked for. Swap the two dates."
              .formatted(from, to));
    }
  }
}
