package io.runledger.schedule;

import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.Optional;
import java.util.TimeZone;
import org.quartz.CronExpression;

/**
 * When a job falls due: a cron in Quartz's syntax, evaluated on the local timeline of a zone, as if
 * there were no summer time, and then mapped to instants by java.time's rules. A time in the spring
 * gap is moved on by the gap's length, one in the autumn overlap is its first; so no date is lost
 * or doubled. Quartz's own evaluation skips a fire that falls into the gap.
 */
public final class CronSchedule {

  private static final LocalDateTime LONG_AGO = LocalDateTime.of(1970, 1, 1, 0, 0);
  private static final TimeZone LOCAL_TIMELINE = TimeZone.getTimeZone("UTC");

  /** How far back the last due time is looked for, in widening steps. */
  private static final Duration[] LOOK_BACK = {
    Duration.ofDays(2), Duration.ofDays(40), Duration.ofDays(800), Duration.ofDays(4000)
  };

  private final CronExpression cron;
  private final ZoneId zone;

  private CronSchedule(CronExpression cron, ZoneId zone) {
    this.cron = cron;
    this.zone = zone;
  }

  /**
   * Reads a cron.
   *
   * @param property where it is set, for the message
   * @throws IllegalArgumentException if it cannot be read, or comes true in no year; one that lies
   *     wholly in the past is taken
   */
  public static CronSchedule parse(String property, String cron, ZoneId zone) {
    CronExpression expression;
    try {
      expression = new CronExpression(cron);
    } catch (ParseException e) {
      throw new IllegalArgumentException(
          """
          %s is '%s', which is no cron: %s. Nothing was scheduled. Write six or seven fields: seconds, \
          minutes, hours, day of month, month, day of week and perhaps a year, with ? for one of the \
          two days, as in '0 30 23 * * ?'."""
              .formatted(property, cron, e.getMessage()),
          e);
    }
    expression.setTimeZone(LOCAL_TIMELINE);
    CronSchedule schedule = new CronSchedule(expression, zone);
    if (schedule.after(LONG_AGO).isEmpty()) {
      throw new IllegalArgumentException(
          "%s is '%s', which comes true in no year. Nothing was scheduled; correct the day or the month."
              .formatted(property, cron));
    }
    return schedule;
  }

  public ZoneId zone() {
    return zone;
  }

  /** The cron as it was written. */
  public String expression() {
    return cron.getCronExpression();
  }

  /** The first due time after an instant; empty if there is none any more. */
  public Optional<LocalDateTime> next(Instant instant) {
    // An instant in an overlap stands for two local times, of which the earlier may be due still.
    return after(LocalDateTime.ofInstant(instant, zone).minusDays(1))
        .flatMap(first -> firstLaterThan(instant, first));
  }

  private Optional<LocalDateTime> firstLaterThan(Instant instant, LocalDateTime candidate) {
    Optional<LocalDateTime> local = Optional.of(candidate);
    while (local.isPresent() && !instantOf(local.get()).isAfter(instant)) {
      local = after(local.get());
    }
    return local;
  }

  /**
   * The last due time up to an instant.
   *
   * @param now inclusive
   * @param since exclusive; what was due up to then does not count
   */
  public Optional<LocalDateTime> last(Instant now, Instant since) {
    LocalDateTime end = LocalDateTime.ofInstant(now, zone).plusDays(1);
    for (Duration back : LOOK_BACK) {
      Optional<LocalDateTime> last = lastIn(end.minus(back), end, now);
      if (last.isPresent()) {
        return last.filter(local -> instantOf(local).isAfter(since));
      }
    }
    return Optional.empty();
  }

  private Optional<LocalDateTime> lastIn(LocalDateTime from, LocalDateTime end, Instant now) {
    Optional<LocalDateTime> last = Optional.empty();
    Optional<LocalDateTime> local = after(from);
    while (local.isPresent() && local.get().isBefore(end)) {
      if (!instantOf(local.get()).isAfter(now)) {
        last = local;
      }
      local = after(local.get());
    }
    return last;
  }

  /** When a local due time really is. */
  public Instant instantOf(LocalDateTime local) {
    return local.atZone(zone).toInstant();
  }

  /** The first due time on the local timeline that is not before a local time. */
  public Optional<LocalDateTime> atOrAfter(LocalDateTime local) {
    return after(local.minusNanos(1));
  }

  /** Quartz knows instants only; the local timeline is handed to it as if it were UTC. */
  Optional<LocalDateTime> after(LocalDateTime local) {
    Date next = cron.getNextValidTimeAfter(Date.from(local.toInstant(ZoneOffset.UTC)));
    return Optional.ofNullable(next)
        .map(date -> LocalDateTime.ofInstant(date.toInstant(), ZoneOffset.UTC));
  }
}
