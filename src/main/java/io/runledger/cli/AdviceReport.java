package io.runledger.cli;

import io.runledger.operate.Advice;
import io.runledger.operate.Percentile;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Advice as people read it: the figures, what is odd about them, and what each time is for. */
final class AdviceReport {

  private static final String NOTHING = "-";

  /** Up to here people count in seconds. */
  private static final Duration FEW_SECONDS = Duration.ofMinutes(10);

  private static final List<String> MEANING =
      List.of(
          "None of these keeps a run from being done twice, the fence does; they decide who waits for how long.",
          "LEASE       renewed every third; how long others wait for a pod that died. Longer than the longest",
          "            pause of the JVM; it need not be as long as a run.",
          "FILTER TTL  renewed every third by Redisson's watchdog; how long a dead pod's lock stays in Redis.",
          "            It need not be as long as a run either.",
          "FIXED TTL   for a lock elsewhere that nobody renews: P99.9 x 2. Runs beyond it lose their lock while",
          "            they work, so what it guards must bear a second run.",
          "RENEW EVERY for a lock elsewhere with a watchdog: each third of that TTL, or of a shorter one.");

  private AdviceReport() {}

  static List<String> of(List<Advice> all) {
    if (all.isEmpty()) {
      return List.of("No job is guarded.");
    }
    List<String> lines = new ArrayList<>(table(all));
    lines.add("");
    for (Advice advice : all) {
      for (Advice.Warning warning : advice.warnings()) {
        lines.add("%s: %s".formatted(advice.job(), words(warning, advice)));
      }
    }
    if (!lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
    lines.addAll(MEANING);
    return lines;
  }

  private static List<String> table(List<Advice> all) {
    Table table =
        new Table(
            "JOB",
            "RUNS",
            "RESUMED",
            "P50",
            "P99",
            "P99.9",
            "P99.99",
            "LONGEST",
            "LEASE",
            "FILTER TTL",
            "FIXED TTL",
            "RENEW EVERY");
    for (Advice advice : all) {
      table.add(
          advice.job(),
          number(advice.durations().runs()),
          number(advice.durations().resumed()),
          time(advice.durations().at(Percentile.P50)),
          time(advice.durations().at(Percentile.P99)),
          time(advice.durations().at(Percentile.P999)),
          time(advice.durations().at(Percentile.P9999)),
          time(advice.durations().longest()),
          time(advice.lease()),
          time(advice.filterTtl()),
          time(advice.fixedTtl()),
          time(advice.renewEvery()));
    }
    return table.lines();
  }

  /** A warning, with the figures that it is about. */
  static String words(Advice.Warning warning, Advice advice) {
    String p50 = time(advice.durations().at(Percentile.P50));
    return switch (warning) {
      case TOO_LITTLE_HISTORY -> tooLittle(advice);
      case TTL_BELOW_P50 ->
          "runledger.filter.ttl (%s) is below P50 (%s): most runs hold the filter's lock by its watchdog alone, as they may here; a lock of that TTL without a watchdog is lost in the middle of them."
              .formatted(time(advice.filterTtl()), p50);
      case LEASE_BELOW_P50 ->
          "the lease (%s) is below P50 (%s): most runs keep it by renewals, as they may. A longer one would only make others wait longer for a dead pod."
              .formatted(time(advice.lease()), p50);
      case P9999_BEYOND_TTL ->
          beyond("P99.99", advice.durations().at(Percentile.P9999), advice.fixedTtl());
      case LONGEST_BEYOND_TTL ->
          beyond(
              "the longest run",
              Optional.ofNullable(advice.durations().longest()),
              advice.fixedTtl());
    };
  }

  private static String beyond(String what, Optional<Duration> took, Optional<Duration> ttl) {
    return "%s (%s) is beyond the TTL (%s): rely on the watchdog; without one such a run loses its lock while it works."
        .formatted(what, time(took), time(ttl));
  }

  private static String tooLittle(Advice advice) {
    String needed =
        advice.durations().missing().stream()
            .map(one -> "%s for %s".formatted(number(one.runs()), one.label()))
            .collect(Collectors.joining(", "));
    return "too little history, %s runs; it takes %s.%s"
        .formatted(number(advice.durations().runs()), needed, instead(advice));
  }

  /** What can be said without P99.9. */
  private static String instead(Advice advice) {
    if (advice.fixedTtl().isPresent()) {
      return "";
    }
    return advice
        .leastTtl()
        .map(
            least ->
                " No TTL can be recommended yet; twice the longest run, %s, is the least."
                    .formatted(time(least)))
        .orElse(" Nothing can be recommended yet.");
  }

  private static String time(Optional<Duration> time) {
    return time(time.orElse(null));
  }

  private static String time(@Nullable Duration time) {
    if (time == null) {
      return NOTHING;
    }
    if (time.compareTo(Duration.ofSeconds(1)) < 0) {
      return time.toMillis() + " ms";
    }
    if (time.compareTo(FEW_SECONDS) < 0) {
      return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
    }
    return time.toHours() > 0
        ? "%d h %d min %d s".formatted(time.toHours(), time.toMinutesPart(), time.toSecondsPart())
        : "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart());
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
