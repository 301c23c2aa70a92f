package io.runledger.lab.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Where a time stands on a picture of any width, in percent. A little is left before T+0 for what
 * was done to servers then.
 *
 * @param end at the right
 */
record Axis(Duration end) {

  private static final int MOST_TICKS = 7;

  /** For times up to this one, with a little room after it. */
  static Axis upTo(Duration last) {
    long millis = Math.max(100, last.toMillis());
    return new Axis(Duration.ofMillis(millis + millis / 50));
  }

  private long before() {
    return end.toMillis() / 20;
  }

  /** Of a moment; what is off the picture stands at its edge. */
  String x(Duration at) {
    return percent(Math.max(0, at.toMillis() + before()));
  }

  /** Of a bar. */
  String width(Duration from, Duration to) {
    return percent(Math.max(0, to.minus(from).toMillis()));
  }

  /** Whether what is centred there would stand over the edge of a narrow picture. */
  boolean isAtTheEnd(Duration at) {
    return end.minus(at).toMillis() < end.toMillis() / 20;
  }

  private String percent(long millis) {
    return BigDecimal.valueOf(100 * millis)
            .divide(BigDecimal.valueOf(end.toMillis() + before()), 2, RoundingMode.HALF_UP)
            .min(BigDecimal.valueOf(100))
            .toPlainString()
        + "%";
  }

  /** Round times, few enough for a phone. */
  List<Duration> ticks() {
    long step =
        Stream.iterate(100L, power -> power * 10)
            .flatMap(power -> Stream.of(power, 2 * power, 5 * power))
            .filter(each -> end.toMillis() / each < MOST_TICKS)
            .findFirst()
            .orElseThrow();
    return LongStream.rangeClosed(0, end.toMillis() / step)
        .mapToObj(tick -> Duration.ofMillis(tick * step))
        .toList();
  }
}
