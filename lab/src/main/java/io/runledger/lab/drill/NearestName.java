package io.runledger.lab.drill;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What somebody who mistyped a name probably meant: the one that shares most pairs of letters. */
final class NearestName {

  private NearestName() {}

  /** Empty if none shares a pair. */
  static Optional<String> to(String word, Collection<String> names) {
    return names.stream()
        .filter(name -> likeness(word, name) > 0)
        .max(Comparator.comparing(name -> likeness(word, name)));
  }

  /** Dice's coefficient, in thousandths. */
  private static int likeness(String one, String other) {
    Set<String> ours = pairs(one);
    Set<String> theirs = pairs(other);
    int all = ours.size() + theirs.size();
    ours.retainAll(theirs);
    return all == 0 ? 0 : 2000 * ours.size() / all;
  }

  private static Set<String> pairs(String word) {
    return IntStream.range(0, Math.max(0, word.length() - 1))
        .mapToObj(at -> word.substring(at, at + 2))
        .collect(Collectors.toSet());
  }
}
