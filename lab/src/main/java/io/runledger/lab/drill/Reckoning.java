package io.runledger.lab.drill;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import io.runledger.lab.stage.Stage;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a night comes to. An effect counts if it stands in the database, or if a pod was told that
 * it was committed: what a failover of the database took back had been acknowledged, and to the
 * world outside it happened.
 */
final class Reckoning {

  private final List<Moment> moments;
  private final int items;
  private final Map<Integer, List<String>> stored;
  private final Map<Integer, List<String>> told = new TreeMap<>();

  private Reckoning(List<Moment> moments, int items, Map<Integer, List<String>> stored) {
    this.moments = moments;
    this.items = items;
    this.stored = stored;
    effects()
        .forEach(
            moment ->
                range(moment)
                    .forEach(
                        item ->
                            told.computeIfAbsent(item, none -> new java.util.ArrayList<>())
                                .add(moment.lane())));
  }

  static Reckoning of(Stage stage) {
    Map<Integer, List<String>> stored =
        stage
            .database()
            .jdbc()
            .sql("SELECT item, pod FROM lab.effect WHERE batch_date = ? ORDER BY item, written_at")
            .param(stage.night().date())
            .query((row, number) -> Map.entry(row.getInt("item"), row.getString("pod")))
            .list()
            .stream()
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey,
                    TreeMap::new,
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    return new Reckoning(stage.timeline().moments(), stage.night().items(), stored);
  }

  private java.util.stream.Stream<Moment> effects() {
    return moments.stream().filter(moment -> moment.kind() == Happening.EFFECT);
  }

  private static IntStream range(Moment effect) {
    String[] ends = effect.text().split("-", 2);
    return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]));
  }

  Outcome outcome(Drill drill, Guard guard) {
    int doubles = IntStream.rangeClosed(1, items).map(item -> Math.max(0, times(item) - 1)).sum();
    long missing =
        IntStream.rangeClosed(1, items).filter(item -> !stored.containsKey(item)).count();
    return new Outcome(
        drill.name(),
        guard,
        IntStream.rangeClosed(1, items).map(this::times).sum(),
        doubles,
        missing == 0 ? 0 : 1,
        standStill(),
        drill.beyondThePromise(),
        why(drill, doubles, missing),
        moments);
  }

  private int times(int item) {
    return Math.max(writers(stored, item).size(), writers(told, item).size());
  }

  private static List<String> writers(Map<Integer, List<String>> from, int item) {
    return from.getOrDefault(item, List.of());
  }

  private String why(Drill drill, int doubles, long missing) {
    if (doubles == 0 && missing == 0) {
      return "Each of the %d items has one effect.".formatted(items);
    }
    List<Integer> twice =
        IntStream.rangeClosed(1, items).filter(item -> times(item) > 1).boxed().toList();
    String facts =
        twice.isEmpty()
            ? ""
            : " %d items from %d to %d were written more than once, by %s."
                .formatted(
                    twice.size(),
                    twice.get(0),
                    twice.get(twice.size() - 1),
                    twice.stream()
                        .flatMap(
                            item ->
                                java.util.stream.Stream.concat(
                                    writers(stored, item).stream(), writers(told, item).stream()))
                        .collect(Collectors.toCollection(TreeSet::new)));
    String lost = missing == 0 ? "" : " %d of %d items have no effect.".formatted(missing, items);
    return drill.lesson() + facts + lost;
  }

  /** From T+0 until the date is complete, or the night over. */
  private Duration standStill() {
    Duration longest = Duration.ZERO;
    Duration last = Duration.ZERO;
    BitSet open = new BitSet();
    open.set(1, items + 1);
    for (Moment moment : effects().toList()) {
      longest = longer(longest, moment.at().minus(last));
      last = moment.at();
      range(moment).forEach(open::clear);
      if (open.isEmpty()) {
        return longest;
      }
    }
    boolean complete = IntStream.rangeClosed(1, items).allMatch(stored::containsKey);
    Duration end = moments.get(moments.size() - 1).at();
    return complete ? longest : longer(longest, end.minus(last));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }
}
