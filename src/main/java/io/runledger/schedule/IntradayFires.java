package io.runledger.schedule;

import io.runledger.run.RunKey;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cron each of whose fires is a run. It is evaluated on instants: what a clock on the wall shows
 * twice is due twice, and what it never shows is not due.
 */
final class IntradayFires implements Fires {

  private final JobSchedule schedule;
  private final CronSchedule cron;
  private final ZoneTimeline timeline;

  IntradayFires(JobSchedule schedule, CronSchedule cron) {
    this.schedule = schedule;
    this.cron = cron;
    this.timeline = new ZoneTimeline(cron.zone());
  }

  @Override
  public DueRuns between(Instant since, Instant after, Instant until) {
    Instant begin = since.isAfter(after) ? since : after;
    LocalDate from = schedule.from();
    if (from != null) {
      Instant first = timeline.firstReached(schedule.begin(from)).minusNanos(1);
      begin = first.isAfter(begin) ? first : begin;
    }
    return new InOrder(begin, until);
  }

  @Override
  public List<DueRun> ofDate(LocalDate date, Instant since) {
    Optional<LocalDate> base = schedule.baseOf(date);
    if (base.isEmpty()) {
      return List.of();
    }
    Instant begin = timeline.firstReached(schedule.begin(base.get())).minusNanos(1);
    Instant end = timeline.left(schedule.begin(base.get().plusDays(1)));
    LocalDate coveredFrom = schedule.calendar().coveredFrom(date);
    List<DueRun> runs = new ArrayList<>();
    Optional<OffsetDateTime> fire = fireAfter(since.isAfter(begin) ? since : begin);
    while (fire.isPresent() && fire.get().toInstant().isBefore(end)) {
      if (schedule.base(fire.get().toLocalDateTime()).equals(base.get())) {
        runs.add(run(date, fire.get(), coveredFrom));
      }
      fire = fireAfter(fire.get().toInstant());
    }
    return runs;
  }

  private DueRun run(LocalDate date, OffsetDateTime fire, LocalDate coveredFrom) {
    RunKey key = new RunKey(schedule.job(), date, Parts.FireTime.of(fire));
    return new DueRun(key, fire.toInstant(), coveredFrom);
  }

  private Optional<OffsetDateTime> fireAfter(Instant instant) {
    Instant at = instant;
    ZoneOffset offset = timeline.offset(at);
    LocalDateTime local = LocalDateTime.ofInstant(at, offset);
    Optional<LocalDateTime> fire = cron.after(local);
    while (true) {
      ZoneOffsetTransition change = timeline.nextTransition(at);
      if (fire.isEmpty() && !isRepeated(local, change)) {
        return Optional.empty();
      }
      if (change == null || (fire.isPresent() && isBefore(fire.get(), offset, change))) {
        return Optional.of(fire.orElseThrow().atOffset(offset));
      }
      at = change.getInstant();
      offset = change.getOffsetAfter();
      local = change.getDateTimeAfter();
      fire = cron.atOrAfter(local);
    }
  }

  private static boolean isBefore(
      LocalDateTime fire, ZoneOffset offset, ZoneOffsetTransition change) {
    return fire.toInstant(offset).isBefore(change.getInstant());
  }

  /** Whether the clock comes back to a time up to this one: a cron that has ended fires again. */
  private static boolean isRepeated(LocalDateTime local, @Nullable ZoneOffsetTransition change) {
    return change != null && change.isOverlap() && !change.getDateTimeAfter().isAfter(local);
  }

  private final class InOrder implements DueRuns {

    private final Instant until;
    private Instant at;

    InOrder(Instant begin, Instant until) {
      this.at = begin;
      this.until = until;
    }

    @Override
    public Optional<DueRun> next() {
      Optional<OffsetDateTime> fire = fireAfter(at);
      while (fire.isPresent() && !fire.get().toInstant().isAfter(until)) {
        OffsetDateTime found = fire.get();
        LocalDate base = schedule.base(found.toLocalDateTime());
        Optional<LocalDate> date = schedule.batchDate(base);
        at = found.toInstant();
        if (date.isPresent()) {
          return Optional.of(run(date.get(), found, schedule.calendar().coveredFrom(date.get())));
        }
        passOver(base);
        fire = fireAfter(at);
      }
      return Optional.empty();
    }

    /** No fire of a base that is not due is looked at but the first. */
    private void passOver(LocalDate base) {
      Instant end = timeline.firstReached(schedule.begin(base.plusDays(1))).minusNanos(1);
      at = end.isAfter(at) ? end : at;
    }
  }
}
