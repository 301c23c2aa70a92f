package io.runledger.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    if (names.equals("all")) {
      return all;
    }
    return List.of(names.split(",", -1)).stream()
        .map(String::strip)
        .map(
            name ->
                all.stream()
                    .filter(mutant -> mutant.name().equals(name))
                    .findFirst()
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "There is no mutant '%s'; there are %s."
                                    .formatted(name, all.stream().map(Mutant::name).toList()))))
        .toList();
  }

  private static Mutant mutant(Map<String, Object> entry) {
    return new Mutant(
        text(entry, "name"),
        text(entry, "what"),
        text(entry, "file"),
        text(entry, "find"),
        text(entry, "replace"),
        catchers(entry.get("caughtBy")),
        (String) entry.get("flaw"));
  }

  private static List<String> catchers(@Nullable Object caughtBy) {
    return caughtBy instanceof List<?> several
        ? several.stream().map(String::valueOf).toList()
        : List.of(String.valueOf(caughtBy));
  }

  private static String text(Map<String, Object> entry, String field) {
    if (!(entry.get(field) instanceof String text)) {
      throw new IllegalStateException("A mutant has no '%s': %s".formatted(field, entry));
    }
    return text;
  }
}
