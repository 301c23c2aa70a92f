package io.runledger.cli;

import io.runledger.batch.RunProgress;
import java.time.Duration;
import java.util.Locale;

/** Rate and time left of one step, measured from when it was first looked at. */
final class ProgressRate {

  private final RunProgress first;
  private final long firstAt;

  /**
   * @param firstAt when, as {@link System#nanoTime()} counts
   */
  ProgressRate(RunProgress first, long firstAt) {
    this.first = first;
    this.firstAt = firstAt;
  }

  /** Whether it is still the same step, and not one that began anew. */
  boolean isOf(RunProgress progress) {
    return progress.step().equals(first.step()) && progress.done() >= first.done();
  }

  /** {@code load 2,400 of 5,000 rows, 1,200/s, 2 s left}; without what is not known. */
  String describe(RunProgress now, long at) {
    StringBuilder text = new StringBuilder(now.step()).append(' ').append(number(now.done()));
    now.total().ifPresent(total -> text.append(" of ").append(number(total)));
    text.append(" rows");
    long millis = Duration.ofNanos(at - firstAt).toMillis();
    long rows = now.done() - first.done();
    if (millis > 0 && rows > 0) {
      text.append(", ").append(number(rows * 1000 / millis)).append("/s");
      now.total()
          .ifPresent(
              total -> {
                long left = Math.max(0, total - now.done());
                text.append(", ")
                    .append(time(Duration.ofMillis(left * millis / rows)))
                    .append(" left");
              });
    }
    return text.toString();
  }

  private static String time(Duration time) {
    if (time.toHours() > 0) {
      return "%d h %d min".formatted(time.toHours(), time.toMinutesPart());
    }
    return time.toMinutes() > 0
        ? "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart())
        : "%d s".formatted(time.toSeconds());
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
