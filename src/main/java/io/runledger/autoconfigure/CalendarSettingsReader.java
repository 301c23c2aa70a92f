package io.runledger.autoconfigure;

import io.runledger.autoconfigure.RunledgerProperties.CalendarSettings;
import io.runledger.schedule.BusinessCalendar;
import io.runledger.schedule.Calendars;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the calendars of what stands under {@code runledger.calendars}. */
final class CalendarSettingsReader {

  private final Map<String, CalendarSettings> settings;

  CalendarSettingsReader(Map<String, CalendarSettings> settings) {
    this.settings = settings;
  }

  /** All that can be made; the faults of the others are told. */
  Calendars read(Faults faults) {
    List<BusinessCalendar> calendars = new ArrayList<>();
    settings.forEach((name, one) -> calendar(name, one, faults).ifPresent(calendars::add));
    return new Calendars(calendars);
  }

  /** A calendar with a fault is made of what is right in it: jobs that use it are not at fault. */
  private static Optional<BusinessCalendar> calendar(
      String name, CalendarSettings settings, Faults faults) {
    String property = "runledger.calendars." + name;
    List<LocalDate> holidays = new ArrayList<>();
    settings
        .holidays()
        .forEach(
            text ->
                faults.in(() -> Dates.date(property + ".holidays", text)).ifPresent(holidays::add));
    List<String> places = new ArrayList<>();
    settings
        .jollyday()
        .forEach(place -> place(property, name, place, faults).ifPresent(places::add));
    return faults
        .in(() -> BusinessCalendar.of(name, settings.weekend(), holidays, places))
        .or(() -> Optional.of(BusinessCalendar.of(name, List.of(), holidays, places)));
  }

  private static Optional<String> place(String property, String name, String place, Faults faults) {
    try {
      BusinessCalendar unused = BusinessCalendar.of(name, List.of(), List.of(), List.of(place));
      return Optional.of(place);
    } catch (IllegalArgumentException e) {
      faults.add(
          "%s.jollyday: %s Nothing was scheduled.%s"
              .formatted(property, e.getMessage(), hint(place)));
      return Optional.empty();
    }
  }

  /** YAML 1.1 takes NO for a truth value. */
  private static String hint(String place) {
    return place.equals("false") ? " For Norway write 'NO', in quotes." : "";
  }
}
