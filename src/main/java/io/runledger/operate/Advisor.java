package io.runledger.operate;

import io.runledger.batch.GuardedJobs;
import io.runledger.batch.GuardedJobs.GuardedJob;
import io.runledger.batch.UnknownJobException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Sets what the ledger knows of the guarded jobs' durations beside the times of their locks. */
public final class Advisor {

  private final GuardedJobs jobs;
  private final DurationQuery durations;
  private final @Nullable Duration filterTtl;

  /**
   * @param control connections that the application's own work cannot take away
   * @param filterTtl how long a lock of the filter outlives its owner; null if the layer is off
   */
  public Advisor(GuardedJobs jobs, DataSource control, @Nullable Duration filterTtl) {
    this.jobs = jobs;
    this.durations = new DurationQuery(control);
    this.filterTtl = filterTtl;
  }

  /**
   * Of each guarded job, by name. A statement for each, so that none is long.
   *
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public List<Advice> all() {
    return jobs.names().stream().map(this::of).toList();
  }

  /**
   * Of one job, over all of its parts.
   *
   * @throws UnknownJobException if no such job is guarded here
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public Advice of(String job) {
    GuardedJob guarded =
        jobs.find(job).orElseThrow(() -> new UnknownJobException(job, jobs.names()));
    return Advice.of(job, durations.of(job), guarded.guard().lease(), filterTtl);
  }
}
