package io.runledger.lab;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Prints a night as it happens. Of the effects it prints a pod's first, the first after a fault,
 * and the first double: the others are many, and all alike.
 */
final class TimelinePrinter implements Consumer<Moment> {

  private final PrintWriter out;
  private final Set<String> shown = new HashSet<>();
  private final Set<String> written = new HashSet<>();
  private boolean begun;

  TimelinePrinter(PrintWriter out) {
    this.out = out;
  }

  void title(Drill drill, Guard guard) {
    out.printf("%n%s, guard %s: %s%n", drill.name(), guard, drill.story());
  }

  @Override
  public synchronized void accept(Moment moment) {
    boolean isEffect = moment.kind() == Happening.EFFECT;
    boolean isDouble = isEffect && !written.add(moment.text());
    begun |= moment.lane().equals("night");
    if (moment.kind() == Happening.FAULT) {
      shown.clear();
    }
    if (isEffect && !shown.add(moment.lane() + (isDouble ? " again" : ""))) {
      return;
    }
    String text =
        isEffect
            ? "items %s%s".formatted(moment.text(), isDouble ? ", written before" : "")
            : moment.text();
    out.printf(
        "  %s  %-10s  %-8s  %s%n",
        begun ? "T" + seconds(moment.at()) : "before  ",
        moment.lane(),
        moment.kind().name().toLowerCase(Locale.ROOT),
        text);
    out.flush();
  }

  void verdict(Outcome outcome) {
    out.printf(
        "  %d effects, %d double, %d dates lost, stood still for %s s%n  %s%n",
        outcome.effects(),
        outcome.doubleEffects(),
        outcome.datesLost(),
        BigDecimal.valueOf(outcome.standStill().toMillis(), 3),
        outcome.why());
    out.flush();
  }

  private static String seconds(Duration time) {
    String sign = time.isNegative() ? "-" : "+";
    long millis = Math.abs(time.toMillis());
    return "%s%3d.%03d".formatted(sign, millis / 1000, millis % 1000);
  }
}
