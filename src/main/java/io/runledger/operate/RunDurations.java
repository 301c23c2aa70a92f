package io.runledger.operate;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long a job's runs took, from the claim to the end, by the database's clock and in
 * milliseconds. Counted are attempts that completed a run which nobody had begun before: they did
 * all of it, and held its lock for as long as a run takes. A resumed run counts for nothing, since
 * its last attempt did only what was left, and the ones before it were cut off.
 *
 * @param runs how many are counted
 * @param resumed how many were completed by an attempt that went on with another's work
 * @param percentiles those that so many runs carry
 * @param longest of those counted; null if there are none
 */
public record RunDurations(
    long runs, long resumed, Map<Percentile, Duration> percentiles, @Nullable Duration longest) {

  public RunDurations {
    percentiles = Map.copyOf(percentiles);
  }

  /** Empty if it takes more runs. */
  public Optional<Duration> at(Percentile percentile) {
    return Optional.ofNullable(percentiles.get(percentile));
  }

  /** The percentiles that take more runs. */
  public List<Percentile> missing() {
    return Arrays.stream(Percentile.values()).filter(one -> one.runs() > runs).toList();
  }
}
