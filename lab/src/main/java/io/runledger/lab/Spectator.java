package io.runledger.lab;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import io.runledger.lab.report.Result;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Tells on a terminal how the nights go: each event as it happens when one night is played at a
 * time, its whole timeline at its end when there are several, or one line for each night.
 */
final class Spectator implements Audience {

  /** What is told of the nights. */
  enum Detail {
    LINE,
    TIMELINE_AT_THE_END,
    TIMELINE_AS_IT_HAPPENS
  }

  private final PrintWriter out;
  private final Detail detail;
  private final int nights;
  private final Map<String, StringWriter> heard = new ConcurrentHashMap<>();
  private final Set<String> failed = new HashSet<>();
  private int over;

  Spectator(PrintWriter out, Detail detail, int nights) {
    this.out = out;
    this.detail = detail;
    this.nights = nights;
  }

  @Override
  public Consumer<Moment> begins(Drill drill, Guard guard) {
    if (detail == Detail.LINE) {
      return moment -> {};
    }
    TimelinePrinter printer = printer(drill, guard);
    printer.title(drill, guard);
    return printer;
  }

  private TimelinePrinter printer(Drill drill, Guard guard) {
    if (detail == Detail.TIMELINE_AS_IT_HAPPENS) {
      return new TimelinePrinter(out);
    }
    StringWriter buffer = new StringWriter();
    heard.put(drill.name() + " " + guard, buffer);
    return new TimelinePrinter(new PrintWriter(buffer));
  }

  @Override
  public synchronized void ends(Result result) {
    String night = result.drill().name() + " " + result.guard();
    boolean triedAgain = result instanceof Result.Unplayed && failed.add(night);
    over += triedAgain ? 0 : 1;
    StringWriter buffer = heard.remove(night);
    if (buffer != null) {
      out.print(buffer);
    }
    if (detail != Detail.LINE && result instanceof Result.Played played) {
      new TimelinePrinter(out).verdict(played.outcome());
    } else {
      out.printf(
          "[%3d/%d]  %-28s  %-11s  %s%n",
          over,
          nights,
          result.drill().name(),
          result.guard(),
          (triedAgain ? "to be tried again, " : "") + inShort(result));
    }
    out.flush();
  }

  private static String inShort(Result result) {
    if (result instanceof Result.Played played) {
      Outcome night = played.outcome();
      return "%d double effects, %d dates lost, stood still for %s s"
          .formatted(
              night.doubleEffects(),
              night.datesLost(),
              BigDecimal.valueOf(night.standStill().toMillis(), 3));
    }
    return "not played: " + ((Result.Unplayed) result).reason();
  }
}
