package io.runledger.run;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What a person who mistyped a word probably meant. */
public final class Nearest {

  private Nearest() {}

  /** The candidate that takes the fewest edits, if that is at most a third of the word. */
  public static Optional<String> to(String word, Collection<String> candidates) {
    String lower = word.toLowerCase(Locale.ROOT);
    return candidates.stream()
        .filter(one -> edits(lower, one.toLowerCase(Locale.ROOT)) <= Math.max(2, word.length() / 3))
        .min(Comparator.comparingInt(one -> edits(lower, one.toLowerCase(Locale.ROOT))));
  }

  /** Levenshtein's distance. */
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int substituted = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
