package io.runledger.autoconfigure;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.runledger.schedule.JobPunctuality;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether jobs are on time, as gauges with the tag {@code job}. They speak of the job on all pods,
 * and each pod tells the same; they are at most some seconds old, and NaN before the first answer
 * of the database.
 */
public final class JobMeters {

  /** Gauge: 1 if a run of the job is overdue, else 0. */
  public static final String OVERDUE = "runledger.job.overdue";

  /** Gauge: seconds since a run of the job last completed; NaN if none ever did. */
  public static final String SUCCESS_AGE = "runledger.job.success.age";

  /** Gauge: attempts that failed since a run of the job last completed. */
  public static final String FAILURES = "runledger.job.failures";

  /** Gauge: seconds until a run of the job falls due next; NaN if none does. */
  public static final String NEXT_DUE = "runledger.job.next.due";

  private final MeterRegistry registry;
  private final LedgerProbe probe;

  JobMeters(MeterRegistry registry, LedgerProbe probe) {
    this.registry = registry;
    this.probe = probe;
  }

  /** Registers the gauges of these jobs. */
  void expect(Collection<String> jobs) {
    for (String job : jobs) {
      gauge(OVERDUE, job, one -> one.isOverdue() ? 1L : 0L, null);
      gauge(SUCCESS_AGE, job, one -> secondsBetween(one.lastSuccess(), Instant.now()), "seconds");
      gauge(FAILURES, job, one -> (long) one.failures(), null);
      gauge(
          NEXT_DUE,
          job,
          one -> secondsBetween(Instant.now(), one.next() == null ? null : one.next().due()),
          "seconds");
    }
  }

  private void gauge(
      String name,
      String job,
      Function<JobPunctuality, @Nullable Long> value,
      @Nullable String unit) {
    Supplier<@Nullable Number> last =
        () ->
            probe.last().stream()
                .filter(one -> one.job().equals(job))
                .findFirst()
                .map(value)
                .orElse(null);
    Gauge.builder(name, last).tag("job", job).baseUnit(unit).register(registry);
  }

  /** For people who look at a picture: nothing is decided by it. */
  private static @Nullable Long secondsBetween(@Nullable Instant from, @Nullable Instant to) {
    return from == null || to == null ? null : Duration.between(from, to).toSeconds();
  }
}
