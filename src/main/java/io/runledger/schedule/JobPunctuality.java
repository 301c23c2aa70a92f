package io.runledger.schedule;

import io.runledger.run.RunKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether what should have been done of a job is done.
 *
 * @param job the job
 * @param overdue the first run that is due, and neither over nor at work, and that nothing keeps
 *     from running but the fault that somebody should look at; null if there is none
 * @param due since when that run is due; null if there is none
 * @param why what it is instead of done, in words; null if there is none
 * @param hold who holds the job back, in words; null if nobody does
 * @param lastSuccess when a run of it last completed; null if none ever did
 * @param failures how many attempts have failed since
 * @param next what falls due next; null if nothing does
 */
public record JobPunctuality(
    String job,
    @Nullable RunKey overdue,
    @Nullable Instant due,
    @Nullable String why,
    @Nullable String hold,
    @Nullable Instant lastSuccess,
    int failures,
    @Nullable DueRun next) {

  public boolean isOverdue() {
    return overdue != null;
  }
}
