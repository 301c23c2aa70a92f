package io.runledger.mutant;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A small breakage of the framework's code.
 *
 * @param name in kebab case, no two are equal
 * @param what is broken, in one sentence
 * @param file below {@code io/runledger} in the main code
 * @param find code that stands there once; any white space in it stands for any other
 * @param replace what stands there instead
 * @param caughtBy the tests that shall see it, as {@link Catcher} writes them; the first is the one
 *     that is expected to
 * @param flaw what the model of the protocol calls it; null if the model has no such thing
 */
record Mutant(
    String name,
    String what,
    String file,
    String find,
    String replace,
    List<String> caughtBy,
    @Nullable String flaw) {

  Mutant {
    caughtBy = List.copyOf(caughtBy);
  }

  /**
   * The broken code.
   *
   * @throws IllegalStateException if the place is not there, or there more than once, or if nothing
   *     is changed
   */
  String breaking(String source) {
    List<MatchResult> places = place().matcher(source).results().toList();
    if (places.size() != 1) {
      throw new IllegalStateException(
          """
          The mutant %s does not fit %s any more: what it replaces stands there %d times, and should \
          stand there once. The code has moved; correct the mutant's 'find' in mutants.yaml:
          %s"""
              .formatted(name, file, places.size(), find));
    }
    MatchResult place = places.get(0);
    String broken =
        source.substring(0, place.start()) + replace.strip() + source.substring(place.end());
    if (broken.equals(source)) {
      throw new IllegalStateException(
          "The mutant %s changes nothing in %s; its 'find' and 'replace' in mutants.yaml are equal."
              .formatted(name, file));
    }
    return broken;
  }

  private Pattern place() {
    return Pattern.compile(
        Stream.of(find.strip().split("\\s+", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s+")));
  }

  /** The name of the class that the file holds. */
  String className() {
    Matcher path = Pattern.compile("(.+)\\.java").matcher(file);
    if (!path.matches()) {
      throw new IllegalStateException(
          "The file of the mutant %s is '%s', which is no Java file below io/runledger."
              .formatted(name, file));
    }
    return "io.runledger." + path.group(1).replace('/', '.');
  }

  List<Catcher> catchers() {
    return caughtBy.stream().map(Catcher::parse).toList();
  }
}
