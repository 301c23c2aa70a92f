package io.runledger.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** What the fires of one job's cron make due. */
interface Fires {

  /**
   * What falls due after an instant.
   *
   * @param since fires up to then do not count
   * @param after exclusive
   * @param until inclusive: a schedule that never meets its calendar is not looked at for ever
   */
  DueRuns between(Instant since, Instant after, Instant until);

  /** All runs of one batch date. */
  List<DueRun> ofDate(LocalDate date, Instant since);
}
