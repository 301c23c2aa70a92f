package io.runledger.lab.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/** Times of a played night, in seconds. */
final class Seconds {

  private Seconds() {}

  /** To the millisecond. */
  static BigDecimal exact(Duration time) {
    return BigDecimal.valueOf(time.toMillis(), 3);
  }

  /** To a tenth, for people. */
  static String tenths(Duration time) {
    return exact(time).setScale(1, RoundingMode.HALF_UP).toPlainString();
  }
}
