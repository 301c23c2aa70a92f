package io.runledger.lab.report;

import io.runledger.lab.night.Outcome;
import io.runledger.lab.night.Scale;
import java.time.Duration;

/** How well a night went: a colour, and always a mark beside it. */
enum Tone {
  /** Every effect once, and soon. */
  SAFE("✓"),
  /** Every effect once, but the night stood still for long. */
  SLOW("…"),
  /** Harm that nothing promises to keep away. */
  LIMIT("†"),
  /** Money moved twice, or not at all. */
  HARM("✕"),
  /** Not known. */
  UNPLAYED("?");

  /** Of the real night; a dead pod's lease, the round that finds it, and a start are well below. */
  static final Duration LONG = Duration.ofSeconds(60);

  private final String mark;

  Tone(String mark) {
    this.mark = mark;
  }

  static Tone of(Result result, Scale scale) {
    return result instanceof Result.Played played ? of(played.outcome(), scale) : UNPLAYED;
  }

  private static Tone of(Outcome night, Scale scale) {
    if (!night.isHarmless()) {
      return night.beyondThePromise() ? LIMIT : HARM;
    }
    return night.standStill().compareTo(scale.of(LONG)) > 0 ? SLOW : SAFE;
  }

  String mark() {
    return mark;
  }

  /** As a class of the style sheets. */
  String css() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
