package io.runledger.schedule;

import de.focus_shift.jollyday.core.CalendarHierarchy;
import de.focus_shift.jollyday.core.Holiday;
import de.focus_shift.jollyday.core.HolidayManager;
import de.focus_shift.jollyday.core.HolidayType;
import de.focus_shift.jollyday.core.ManagerParameters;
import java.time.LocalDate;
import java.time.Year;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The public and bank holidays of one place, as Jollyday knows them. */
final class PublicHolidays {

  private final HolidayManager holidays;
  private final String[] subdivisions;

  /** A place's year is worked out once. */
  private final Map<Integer, Map<LocalDate, String>> years = new ConcurrentHashMap<>();

  private PublicHolidays(HolidayManager holidays, List<String> subdivisions) {
    this.holidays = holidays;
    this.subdivisions = subdivisions.toArray(String[]::new);
  }

  /**
   * Those of a place, written in any case.
   *
   * @param place a country's or an exchange's code, and subdivisions, from wide to narrow, after
   *     hyphens
   * @throws IllegalArgumentException if Jollyday does not know it; for an unknown subdivision it
   *     would answer with the whole country's
   */
  static PublicHolidays of(String place) {
    String[] codes = place.split("-", -1);
    String country =
        find(codes[0], HolidayManager.getSupportedCalendarCodes())
            .orElseThrow(() -> unknownCountry(place));
    HolidayManager holidays = HolidayManager.getInstance(ManagerParameters.create(country));
    Map<String, CalendarHierarchy> below = holidays.getCalendarHierarchy().getChildren();
    List<String> subdivisions = new ArrayList<>();
    for (String code : List.of(codes).subList(1, codes.length)) {
      Map<String, CalendarHierarchy> known = below;
      CalendarHierarchy found =
          find(code, known.keySet())
              .map(known::get)
              .orElseThrow(() -> unknownSubdivision(place, code, known.keySet()));
      subdivisions.add(found.getId());
      below = found.getChildren();
    }
    return new PublicHolidays(holidays, subdivisions);
  }

  private static Optional<String> find(String code, Collection<String> codes) {
    return codes.stream().filter(code::equalsIgnoreCase).findFirst();
  }

  private static IllegalArgumentException unknownCountry(String place) {
    return new IllegalArgumentException(
        """
        '%s' is no place whose holidays are known. Write the code of a country, as VN or DE, with a \
        subdivision if need be, as DE-BY, or one of %s."""
            .formatted(place, String.join(", ", exchanges())));
  }

  /** All codes that are longer than a country's. */
  private static Collection<String> exchanges() {
    return HolidayManager.getSupportedCalendarCodes().stream()
        .filter(code -> code.length() > 2)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static IllegalArgumentException unknownSubdivision(
      String place, String code, Collection<String> known) {
    return new IllegalArgumentException(
        "'%s' is no place whose holidays are known: there is no %s in it, but there are: %s."
            .formatted(
                place, code, known.isEmpty() ? "none" : String.join(", ", new TreeSet<>(known))));
  }

  /** The holiday's name; empty if the date is none. */
  Optional<String> on(LocalDate date) {
    return Optional.ofNullable(years.computeIfAbsent(date.getYear(), this::ofYear).get(date));
  }

  /** An observance is no day off. A holiday that is moved counts on the day it is moved to. */
  private Map<LocalDate, String> ofYear(int year) {
    return holidays.getHolidays(Year.of(year), subdivisions).stream()
        .filter(holiday -> holiday.getType() != HolidayType.OBSERVANCE)
        .collect(
            Collectors.toMap(
                Holiday::getDate,
                holiday -> holiday.getDescription(Locale.ENGLISH),
                (one, other) -> one.compareTo(other) <= 0 ? one : other));
  }
}
