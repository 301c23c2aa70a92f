package io.runledger.lab.report;

import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Chunks that a pod committed one after the other, all for the first time or all again.
 *
 * @param from the first commit
 * @param to the last commit
 * @param first the lowest item
 * @param last the highest
 */
record Stretch(
    String lane, Duration from, Duration to, boolean again, int chunks, int first, int last) {

  /** A pause of more than so many usual ones begins another. */
  private static final int PAUSES = 4;

  /** All of a night, by their beginnings. */
  static List<Stretch> of(List<Moment> night) {
    List<Moment> effects =
        night.stream().filter(moment -> moment.kind() == Happening.EFFECT).toList();
    Duration longest = usualPause(effects).multipliedBy(PAUSES);
    BitSet written = new BitSet();
    List<Stretch> all = new ArrayList<>();
    Map<String, Integer> open = new HashMap<>();
    for (Moment effect : effects) {
      Stretch chunk = chunk(effect, written);
      Integer at = open.get(chunk.lane);
      if (at != null && all.get(at).goesOn(chunk, longest)) {
        all.set(at, all.get(at).and(chunk));
      } else {
        open.put(chunk.lane, all.size());
        all.add(chunk);
      }
    }
    return all;
  }

  private static Stretch chunk(Moment effect, BitSet written) {
    String[] ends = effect.text().split("-", 2);
    int first = Integer.parseInt(ends[0]);
    int last = Integer.parseInt(ends[1]);
    boolean again = IntStream.rangeClosed(first, last).anyMatch(written::get);
    written.set(first, last + 1);
    return new Stretch(effect.lane(), effect.at(), effect.at(), again, 1, first, last);
  }

  private boolean goesOn(Stretch next, Duration longest) {
    return again == next.again && next.from.minus(to).compareTo(longest) <= 0;
  }

  private Stretch and(Stretch next) {
    return new Stretch(
        lane,
        from,
        next.to,
        again,
        chunks + next.chunks,
        Math.min(first, next.first),
        Math.max(last, next.last));
  }

  /** The median between two commits of one pod. */
  private static Duration usualPause(List<Moment> effects) {
    Map<String, Duration> before = new HashMap<>();
    List<Duration> pauses = new ArrayList<>();
    for (Moment effect : effects) {
      Duration last = before.put(effect.lane(), effect.at());
      if (last != null) {
        pauses.add(effect.at().minus(last));
      }
    }
    return pauses.isEmpty()
        ? Duration.ZERO
        : pauses.stream().sorted().skip(pauses.size() / 2).findFirst().orElseThrow();
  }

  /** In a line of the list of events. */
  String words() {
    return "items %d-%d in %d %s%s"
        .formatted(
            first, last, chunks, chunks == 1 ? "chunk" : "chunks", again ? ", written before" : "");
  }
}
