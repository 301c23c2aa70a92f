package io.runledger.schedule;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.format.TextStyle;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Business days: all but weekend days and holidays. Dates are a job's local ones; a calendar has no
 * zone.
 */
public final class BusinessCalendar {

  /** Each day is a business day. Its name is empty. */
  public static final BusinessCalendar EVERY_DAY =
      new BusinessCalendar("", date -> Optional.empty());

  /** No real calendar closes a bank for so long; one that does is a mistake in it. */
  private static final int LONGEST_CLOSURE_IN_DAYS = 400;

  private final String name;
  private final Function<LocalDate, Optional<String>> whyNot;

  private BusinessCalendar(String name, Function<LocalDate, Optional<String>> whyNot) {
    this.name = name;
    this.whyNot = whyNot;
  }

  /**
   * A calendar of weekend days and holidays. The holidays of the list and those of the places are
   * added up: public libraries know no holiday that a government announces from year to year.
   *
   * @param name under which jobs use it
   * @param weekend days of the week that are never business days
   * @param holidays dates that are none
   * @param places whose public and bank holidays are none: a code of Jollyday's, the subdivisions
   *     behind it as ISO 3166-2 writes them, such as VN, DE-BY, TARGET, NYSE
   * @throws IllegalArgumentException if the weekend is the whole week, or a place is unknown
   */
  public static BusinessCalendar of(
      String name,
      Collection<DayOfWeek> weekend,
      Collection<LocalDate> holidays,
      Collection<String> places) {
    Set<DayOfWeek> daysOff = Set.copyOf(weekend);
    if (daysOff.size() == DayOfWeek.values().length) {
      throw new IllegalArgumentException(
          "The weekend of the calendar '%s' is all seven days, so no date would ever be due; leave one."
              .formatted(name));
    }
    Set<LocalDate> listed = Set.copyOf(holidays);
    List<PublicHolidays> known = places.stream().map(PublicHolidays::of).toList();
    return new BusinessCalendar(
        name,
        date -> {
          if (daysOff.contains(date.getDayOfWeek())) {
            return Optional.of(
                "a " + date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
          }
          Optional<String> holiday =
              known.stream().flatMap(place -> place.on(date).stream()).findFirst();
          return holiday
              .map("the holiday "::concat)
              .or(() -> Optional.of("a holiday").filter(text -> listed.contains(date)));
        });
  }

  /**
   * A calendar of an application's own.
   *
   * @param name under which jobs use it
   * @param whyNot what a date is that is no business day, as in "a holiday"; empty for a business
   *     day; the same answer for a date each time, on every pod
   */
  public static BusinessCalendar of(String name, Function<LocalDate, Optional<String>> whyNot) {
    return new BusinessCalendar(name, whyNot);
  }

  public String name() {
    return name;
  }

  public boolean isBusinessDay(LocalDate date) {
    return whyNot(date).isEmpty();
  }

  /**
   * What a date is that is no business day: "a Saturday", "a holiday", "the holiday National Day".
   * Empty on a business day.
   */
  public Optional<String> whyNot(LocalDate date) {
    return whyNot.apply(date);
  }

  /**
   * The last business day strictly before a date.
   *
   * @throws IllegalStateException if there is none within 400 days
   */
  public LocalDate previous(LocalDate date) {
    return nearest(date, -1);
  }

  /** The first business day strictly after a date. */
  LocalDate next(LocalDate date) {
    return nearest(date, 1);
  }

  /**
   * The first calendar day that the run of a business day is for: the day after the business day
   * before it. So each calendar day is covered by one run, and a Monday's by default covers three.
   */
  public LocalDate coveredFrom(LocalDate businessDay) {
    return previous(businessDay).plusDays(1);
  }

  private LocalDate nearest(LocalDate date, int step) {
    for (int days = 1; days <= LONGEST_CLOSURE_IN_DAYS; days++) {
      LocalDate candidate = date.plusDays((long) step * days);
      if (isBusinessDay(candidate)) {
        return candidate;
      }
    }
    throw new IllegalStateException(
        "The calendar '%s' has no business day in the %d days %s %s; correct its holidays."
            .formatted(name, LONGEST_CLOSURE_IN_DAYS, step < 0 ? "before" : "after", date));
  }

  @Override
  public String toString() {
    return name.isEmpty() ? "every day" : name;
  }
}
