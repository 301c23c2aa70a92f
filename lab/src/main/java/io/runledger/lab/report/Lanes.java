package io.runledger.lab.report;

import io.runledger.lab.night.Moment;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Who has a lane in the picture: each pod, and the servers of one kind together. */
final class Lanes {

  private static final List<String> KINDS = List.of("pod", "redis", "sentinel", "database");
  private static final Pattern DATABASE = Pattern.compile("database|postgres.*|primary|replica");

  private Lanes() {}

  /** The lane of whoever this happened to. */
  static String of(Moment moment) {
    return of(moment.lane());
  }

  static String of(String actor) {
    if (actor.startsWith("sentinel")) {
      return "sentinels";
    }
    if (actor.startsWith("redis")) {
      return "redis";
    }
    return DATABASE.matcher(actor).matches() ? "database" : actor;
  }

  /** From above. The pods are always there. */
  static List<String> of(List<Moment> night) {
    return Stream.concat(Stream.of("pod-a", "pod-b"), night.stream().map(Lanes::of))
        .distinct()
        .sorted(Comparator.comparing(Lanes::rank).thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private static int rank(String lane) {
    for (int i = 0; i < KINDS.size(); i++) {
      if (lane.startsWith(KINDS.get(i))) {
        return i;
      }
    }
    return lane.equals("night") ? KINDS.size() + 1 : KINDS.size();
  }
}
