package io.runledger.schedule;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The business calendars of an application, by name. One made by the settings exists unless the
 * application has a bean of its own.
 */
public final class Calendars {

  private final Map<String, BusinessCalendar> byName = new TreeMap<>();

  /**
   * @throws IllegalArgumentException if two have the same name, or one has none
   */
  public Calendars(Collection<BusinessCalendar> calendars) {
    for (BusinessCalendar calendar : calendars) {
      if (calendar.name().isEmpty() || byName.put(calendar.name(), calendar) != null) {
        throw new IllegalArgumentException(
            "A calendar is named '%s'; give each a name of its own.".formatted(calendar.name()));
      }
    }
  }

  public Optional<BusinessCalendar> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** In alphabetical order. */
  public Set<String> names() {
    return Collections.unmodifiableSet(byName.keySet());
  }
}
