package io.runledger.mutant;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A small breakage of the framework's code.
 *
 * @param name in kebab case, no two are equal
 * @param what is broken, in one sentence
 * @param places where, one for nearly all of them
 * @param caughtBy the tests that shall see it, as {@link Catcher} writes them
 * @param flaw what the model of the protocol calls it; null if the model has no such thing
 */
record Mutant(
    String name, String what, List<Place> places, List<String> caughtBy, @Nullable String flaw) {

  Mutant {
    places = List.copyOf(places);
    caughtBy = List.copyOf(caughtBy);
  }

  /**
   * The broken code, by file.
   *
   * @param sources the code of a file
   * @throws IllegalStateException if the code has no such place
   */
  Map<String, String> breaking(Function<String, String> sources) {
    Map<String, String> broken = new TreeMap<>();
    for (Place place : places) {
      String source = broken.getOrDefault(place.file(), "");
      broken.put(
          place.file(), place.breaking(source.isEmpty() ? sources.apply(place.file()) : source));
    }
    return broken;
  }

  /** The files that it breaks. */
  Set<String> files() {
    return places.stream().map(Place::file).collect(Collectors.toSet());
  }

  List<Catcher> catchers() {
    return caughtBy.stream().map(Catcher::parse).toList();
  }
}
