package io.runledger.schedule;

import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** Which runs a batch date has. */
public sealed interface Parts {

  /** One run a date, whose part is empty. */
  static Parts none() {
    return new Single();
  }

  /** A run for each fire, named by its time of day and offset. */
  static Parts fireTime() {
    return new FireTime();
  }

  /** One run a date. */
  record Single() implements Parts {}

  /** Each fire is a run: a repeated hour counts twice, a missing one not at all. */
  record FireTime() implements Parts {

    private static final DateTimeFormatter TO_THE_MINUTE =
        DateTimeFormatter.ofPattern("HH:mmxxx", Locale.ROOT);
    private static final DateTimeFormatter TO_THE_SECOND =
        DateTimeFormatter.ofPattern("HH:mm:ssxxx", Locale.ROOT);

    /** As in {@code 02:30+02:00}; with seconds if there are any; {@code +00:00} for UTC. */
    static String of(OffsetDateTime fire) {
      return (fire.getSecond() == 0 ? TO_THE_MINUTE : TO_THE_SECOND).format(fire);
    }
  }

  /**
   * A run for each name; all of a date are due at the same instant.
   *
   * @param names in the order in which they are asked for
   */
  record Names(List<String> names) implements Parts {

    /** Refuses an empty list, and a name that stands twice. */
    public Names {
      names = List.copyOf(names);
      if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
        throw new IllegalArgumentException(
            "The parts are %s; name at least one, and each once.".formatted(names));
      }
    }
  }

  /** The parts of a date that has a list of them; one empty part if it has none. */
  default List<String> ofDate() {
    return this instanceof Names list ? list.names() : List.of("");
  }
}
