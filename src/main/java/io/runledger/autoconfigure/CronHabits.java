package io.runledger.autoconfigure;

import io.runledger.schedule.CronSchedule;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a cron does that its author may not have meant. */
final class CronHabits {

  private static final int YEAR_WITHOUT_LEAP_DAY = 2027;
  private static final int FIELDS_WITHOUT_YEAR = 6;
  private static final int DAYS_OF_EACH_MONTH = 28;

  private final CronSchedule cron;
  private final Instant now;
  private final List<String> fields;

  CronHabits(CronSchedule cron, Instant now) {
    this.cron = cron;
    this.now = now;
    this.fields = List.of(cron.expression().trim().split("\\s+"));
  }

  /** Whether it never fires again. */
  boolean hasEnded() {
    return cron.next(now).isEmpty();
  }

  /** How often it fires on a day, if some of its fires are less than a minute apart. */
  Optional<String> oftenADay() {
    Optional<LocalDateTime> first = cron.next(now).map(local -> local.toLocalDate().atStartOfDay());
    if (first.isEmpty()) {
      return Optional.empty();
    }
    LocalDate day = first.get().toLocalDate();
    int fires = 0;
    boolean isOften = false;
    Optional<LocalDateTime> last = Optional.empty();
    Optional<LocalDateTime> fire = cron.atOrAfter(first.get());
    while (fire.isPresent() && fire.get().toLocalDate().equals(day)) {
      LocalDateTime at = fire.get();
      isOften |= last.filter(before -> isWithinAMinute(before, at)).isPresent();
      fires++;
      last = fire;
      fire = cron.atOrAfter(at.plusSeconds(1));
    }
    return isOften ? Optional.of(often(fires)) : Optional.empty();
  }

  private static boolean isWithinAMinute(LocalDateTime one, LocalDateTime next) {
    return Duration.between(one, next).compareTo(Duration.ofMinutes(1)) < 0;
  }

  private String often(int fires) {
    return "fires %,d times a day, and only the first fire of a date counts; did you mean '%s'"
        .formatted(fires, onceAnHour());
  }

  /** With 0 for each leading star: who writes stars before the hour means the full hour. */
  private String onceAnHour() {
    List<String> meant = new ArrayList<>(fields);
    meant.set(0, meant.get(0).matches("[0-9]+") ? meant.get(0) : "0");
    if (meant.get(1).equals("*")) {
      meant.set(1, "0");
    }
    return String.join(" ", meant);
  }

  /** Which months it leaves out, if that is for want of the day and not by their names. */
  Optional<String> skippedMonths() {
    boolean isEachMonth = fields.size() == FIELDS_WITHOUT_YEAR && fields.get(4).equals("*");
    boolean isLate =
        fields.get(3).matches("[0-9]+") && Integer.parseInt(fields.get(3)) > DAYS_OF_EACH_MONTH;
    if (!isEachMonth || !isLate) {
      return Optional.empty();
    }
    int months = 0;
    LocalDate month = LocalDate.of(YEAR_WITHOUT_LEAP_DAY, 1, 1);
    for (; month.getYear() == YEAR_WITHOUT_LEAP_DAY; month = month.plusMonths(1)) {
      LocalDateTime end = month.plusMonths(1).atStartOfDay();
      if (cron.atOrAfter(month.atStartOfDay()).filter(end::isAfter).isPresent()) {
        months++;
      }
    }
    List<String> last = new ArrayList<>(fields);
    last.set(3, "L");
    return Optional.of(
        "fires in %d months of a year, those that have the day; the last day of each month is L, as in '%s'"
            .formatted(months, String.join(" ", last)));
  }
}
