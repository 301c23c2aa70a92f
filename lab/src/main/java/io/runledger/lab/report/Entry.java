package io.runledger.lab.report;

import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A line in the list of a night's events. */
record Entry(Duration at, String lane, String kind, String text) {

  /** How many events tell a night in short. */
  private static final int FEW = 8;

  static Entry of(Moment moment) {
    return new Entry(moment.at(), moment.lane(), word(moment.kind()), moment.text());
  }

  private static Entry of(Stretch stretch) {
    return new Entry(
        stretch.from(), stretch.lane(), stretch.again() ? "again" : "effect", stretch.words());
  }

  private static String word(Happening kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** All of a night; a log's line that comes again stands once. */
  static List<Entry> all(Outcome night) {
    Map<String, Integer> logged = new LinkedHashMap<>();
    List<Entry> entries = new ArrayList<>();
    for (Moment moment : night.moments()) {
      if (moment.kind() == Happening.LOG) {
        logged.merge(moment.lane() + moment.text(), 1, Integer::sum);
      }
    }
    for (Moment moment : night.moments()) {
      if (moment.kind() == Happening.LOG) {
        Integer times = logged.remove(moment.lane() + moment.text());
        if (times != null) {
          entries.add(of(moment).times(times));
        }
      } else if (moment.kind() != Happening.EFFECT) {
        entries.add(of(moment));
      }
    }
    return byTime(entries.stream(), Stretch.of(night.moments()).stream());
  }

  /** Those that tell it in short: faults, grants, losses, errors, and the first doubles. */
  static List<Entry> telling(Outcome night) {
    Stream<Moment> moments = night.moments().stream().filter(Entry::tells);
    Stream<Stretch> again = Stretch.of(night.moments()).stream().filter(Stretch::again).limit(2);
    return byTime(moments.map(Entry::of), again).stream().limit(FEW).toList();
  }

  private static boolean tells(Moment moment) {
    return switch (moment.kind()) {
      case FAULT, GRANTED, LOST, FAILED -> true;
      case REFUSED -> moment.text().contains("fence");
      default -> false;
    };
  }

  private static List<Entry> byTime(Stream<Entry> entries, Stream<Stretch> stretches) {
    return Stream.concat(entries, stretches.map(Entry::of))
        .sorted(Comparator.comparing(Entry::at))
        .toList();
  }

  private Entry times(int times) {
    return times == 1 ? this : new Entry(at, lane, kind, text + " (" + times + " times)");
  }

  /** T+1.234, or that it was before. */
  String time() {
    return at.isNegative() ? "before" : "T+" + Seconds.exact(at);
  }

  /** In one line. */
  String line() {
    return time() + " " + lane + " " + kind + ": " + text;
  }
}
