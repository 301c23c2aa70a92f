package io.runledger.web;

import io.runledger.run.BatchDateText;
import io.runledger.run.RunStatus;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the texts of a request, and refuses by name what cannot be meant. */
final class Asked {

  static final int MOST_ON_A_PAGE = 500;
  private static final int LAST_PAGE = 100_000;

  private Asked() {}

  static String text(String property, @Nullable String text) {
    if (text == null || text.isBlank()) {
      throw new BadInputException(
          property,
          "The field '%s' is missing or blank; nothing was done. Give it.".formatted(property));
    }
    return text;
  }

  /** Why somebody does it; kept with what is asked for. */
  static String reason(@Nullable String text) {
    if (text == null || text.isBlank()) {
      throw new BadInputException(
          "reason",
          "The field 'reason' is missing or blank; nothing was done. Say why: it is kept.");
    }
    return text;
  }

  static String part(@Nullable String part) {
    return part == null ? "" : part;
  }

  static Map<String, String> parameters(@Nullable Map<String, String> parameters) {
    Map<String, String> given = parameters == null ? Map.of() : parameters;
    given.forEach(
        (name, value) -> {
          if (value == null) {
            throw new BadInputException(
                "parameters." + name,
                "The parameter '%s' is null; nothing was done. Give it a text, or leave it out."
                    .formatted(name));
          }
        });
    return given;
  }

  static LocalDate date(String property, @Nullable String text) {
    try {
      return BatchDateText.parse(text(property, text));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          property, "%s: %s. Nothing was done.".formatted(property, e.getMessage()));
    }
  }

  static @Nullable LocalDate optionalDate(String property, @Nullable String text) {
    return text == null ? null : date(property, text);
  }

  static Set<RunStatus> status(@Nullable Collection<String> words) {
    Set<RunStatus> status = EnumSet.noneOf(RunStatus.class);
    for (String word : words == null ? List.<String>of() : words) {
      status.add(one("status", RunStatus.class, word));
    }
    return status;
  }

  static <E extends Enum<E>> E one(String property, Class<E> words, String word) {
    return Arrays.stream(words.getEnumConstants())
        .filter(one -> one.name().equals(word.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    property,
                    "%s: '%s' is none; there are %s."
                        .formatted(property, word, Arrays.toString(words.getEnumConstants()))));
  }

  static int page(int page) {
    return within("page", page, 0, LAST_PAGE);
  }

  static int size(int size) {
    return within("size", size, 1, MOST_ON_A_PAGE);
  }

  private static int within(String property, int value, int least, int most) {
    if (value < least || value > most) {
      throw new BadInputException(
          property,
          "%s: %d is out of bounds; take one from %d to %d."
              .formatted(property, value, least, most));
    }
    return value;
  }
}
