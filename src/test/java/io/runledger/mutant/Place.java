package io.runledger.mutant;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One place that a mutant breaks.
 *
 * @param file below {@code io/runledger} in the main code
 * @param find code that stands there once; any white space in it stands for any other
 * @param replace what stands there instead
 */
record Place(String file, String find, String replace) {

  /**
   * The broken code.
   *
   * @throws IllegalStateException if the place is not there, or there more than once, or if nothing
   *     is changed
   */
  String breaking(String source) {
    List<MatchResult> matches = pattern().matcher(source).results().toList();
    if (matches.size() != 1) {
      throw new IllegalStateException(
          """
          What it replaces stands %d times in %s, and should stand there once. The code has moved; \
          correct 'find' in mutants.yaml:
          %s"""
              .formatted(matches.size(), file, find));
    }
    MatchResult place = matches.get(0);
    String broken =
        source.substring(0, place.start()) + replace.strip() + source.substring(place.end());
    if (broken.equals(source)) {
      throw new IllegalStateException(
          "It changes nothing in %s; 'find' and 'replace' in mutants.yaml are equal."
              .formatted(file));
    }
    return broken;
  }

  private Pattern pattern() {
    return Pattern.compile(
        Stream.of(find.strip().split("\\s+", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s+")));
  }
}
