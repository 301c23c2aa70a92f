package io.runledger.schedule;

import io.runledger.run.RunKey;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;

/**
 * One run that should exist.
 *
 * @param key of the run
 * @param due from when on it should
 * @param coveredFrom the first calendar day that it is for; the last is the batch date itself
 */
public record DueRun(RunKey key, Instant due, LocalDate coveredFrom) {

  static final Comparator<DueRun> ORDER =
      Comparator.comparing(DueRun::due).thenComparing(DueRun::key);
}
