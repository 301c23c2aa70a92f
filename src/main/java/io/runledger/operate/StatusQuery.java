package io.runledger.operate;

import io.runledger.guard.LedgerHistory;
import io.runledger.guard.RunFilter;
import io.runledger.run.AttemptRecord;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.TextLine;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The ledger, as people look at it: two statements, however many rows. */
public final class StatusQuery {

  /**
   * A run and everything that was tried.
   *
   * @param run the ledger's row, and what its lease says
   * @param attempts first attempt first
   */
  public record RunHistory(Run run, List<AttemptRecord> attempts) {}

  private static final int MOST = 10_000;

  private final LedgerHistory history;

  public StatusQuery(LedgerHistory history) {
    this.history = history;
  }

  /**
   * Runs, the latest batch date first.
   *
   * @param job only this job's; null for those of all jobs, also of jobs that are not here any more
   * @param date only of this batch date; null for all dates
   * @param limit at most so many, from 1 to 10,000
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public List<RunHistory> latest(@Nullable String job, @Nullable LocalDate date, int limit) {
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException(
          "The limit is %d; it must be from 1 to %,d.".formatted(limit, MOST));
    }
    TextLine.check("job", job);
    List<Run> runs = history.latest(job, date, limit);
    Map<RunKey, List<AttemptRecord>> attempts =
        history.attempts(runs.stream().map(Run::key).toList()).stream()
            .collect(Collectors.groupingBy(AttemptRecord::key));
    return runs.stream()
        .map(run -> new RunHistory(run, attempts.getOrDefault(run.key(), List.of())))
        .toList();
  }

  /**
   * One run; empty if it was never run.
   *
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public Optional<RunHistory> find(RunKey key) {
    return history.find(key).map(run -> new RunHistory(run, history.attempts(List.of(run.key()))));
  }

  /**
   * Some of the runs that a filter selects, the latest batch date first.
   *
   * @param size at most so many, from 1 to 10,000
   * @param page counts from 0
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public Page<Run> page(RunFilter filter, int page, int size) {
    return new Page<>(
        history.page(filter, size, (long) page * size), page, size, history.count(filter));
  }
}
