package io.runledger.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/** The mutants that there are, from {@code mutants.yaml}. */
final class MutantList {

  private MutantList() {}

  static List<Mutant> all() {
    try (InputStream yaml =
        Objects.requireNonNull(MutantList.class.getResourceAsStream("mutants.yaml"))) {
      List<Map<String, Object>> entries = new Yaml().load(yaml);
      return entries.stream().map(MutantList::mutant).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("mutants.yaml cannot be read", e);
    }
  }

  /**
   * Those of a list of names.
   *
   * @param names {@code all}, or names with commas between them
   * @throws IllegalArgumentException if one of them is nobody's
   */
  static List<Mutant> named(String names) {
    List<Mutant> all = all();
    return names.equals("all")
        ? all
        : Stream.of(names.split(",", -1)).map(name -> named(name.strip(), all)).toList();
  }

  private static Mutant named(String name, List<Mutant> all) {
    return all.stream()
        .filter(mutant -> mutant.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no mutant '%s'; there are %s."
                        .formatted(name, all.stream().map(Mutant::name).toList())));
  }

  private static Mutant mutant(Map<String, Object> entry) {
    return new Mutant(
        text(entry, "name"),
        text(entry, "what"),
        places(entry),
        several(entry.get("caughtBy")).stream().map(String::valueOf).toList(),
        (String) entry.get("flaw"));
  }

  /** The entry's own, and those that it is {@code also} about. */
  private static List<Place> places(Map<String, Object> entry) {
    List<Place> places = new ArrayList<>(List.of(place(entry)));
    for (Object more : several(entry.get("also"))) {
      places.add(place((Map<?, ?>) more));
    }
    return places;
  }

  private static Place place(Map<?, ?> entry) {
    return new Place(text(entry, "file"), text(entry, "find"), text(entry, "replace"));
  }

  private static List<?> several(@Nullable Object value) {
    if (value == null) {
      return List.of();
    }
    return value instanceof List<?> list ? list : List.of(value);
  }

  private static String text(Map<?, ?> entry, String field) {
    if (!(entry.get(field) instanceof String text)) {
      throw new IllegalStateException("A mutant has no '%s': %s".formatted(field, entry));
    }
    return text;
  }
}
