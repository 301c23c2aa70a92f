package io.runledger.cli;

import io.runledger.operate.Advice;
import io.runledger.operate.Percentile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Advice as {@code advise --json} shows it. The names are read by scripts: they stay. What the
 * history does not carry is null, and so is the filter's TTL if the layer is off.
 *
 * @param runs how many are counted
 * @param resumed how many are not, since no attempt did all of them
 * @param fixedTtlMillis for a lock that nobody renews
 * @param renewEveryMillis for one of that TTL with a watchdog
 */
record AdviceAnswer(
    String job,
    long runs,
    long resumed,
    @Nullable Long p50Millis,
    @Nullable Long p99Millis,
    @Nullable Long p999Millis,
    @Nullable Long p9999Millis,
    @Nullable Long longestMillis,
    long leaseMillis,
    @Nullable Long filterTtlMillis,
    @Nullable Long fixedTtlMillis,
    @Nullable Long renewEveryMillis,
    List<Warned> warnings) {

  /** One warning; its kind is for programs. */
  record Warned(Advice.Warning kind, String text) {}

  static AdviceAnswer of(Advice advice) {
    return new AdviceAnswer(
        advice.job(),
        advice.durations().runs(),
        advice.durations().resumed(),
        millis(advice.durations().at(Percentile.P50)),
        millis(advice.durations().at(Percentile.P99)),
        millis(advice.durations().at(Percentile.P999)),
        millis(advice.durations().at(Percentile.P9999)),
        millis(Optional.ofNullable(advice.durations().longest())),
        advice.lease().toMillis(),
        millis(Optional.ofNullable(advice.filterTtl())),
        millis(advice.fixedTtl()),
        millis(advice.renewEvery()),
        advice.warnings().stream()
            .map(kind -> new Warned(kind, AdviceReport.words(kind, advice)))
            .toList());
  }

  private static @Nullable Long millis(Optional<Duration> duration) {
    return duration.map(Duration::toMillis).orElse(null);
  }
}
