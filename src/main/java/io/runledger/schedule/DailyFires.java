package io.runledger.schedule;

import io.runledger.run.RunKey;
import io.runledger.schedule.ZoneTimeline.Stretch;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * A cron of a daily kind: it fires on the local timeline, and a batch date is due once, at the
 * earliest of its fires. Whole days are passed over in one step, so that a cron of every second
 * costs what one of every day does.
 */
final class DailyFires implements Fires {

  /** A local time is moved by a day at most, and the order of two dates by no more than that. */
  private static final int DAYS_OUT_OF_ORDER = 2;

  private final JobSchedule schedule;
  private final CronSchedule cron;
  private final ZoneTimeline timeline;

  DailyFires(JobSchedule schedule, CronSchedule cron) {
    this.schedule = schedule;
    this.cron = cron;
    this.timeline = new ZoneTimeline(cron.zone());
  }

  @Override
  public DueRuns between(Instant since, Instant after, Instant until) {
    return new InOrder(since, after, until);
  }

  @Override
  public List<DueRun> ofDate(LocalDate date, Instant since) {
    Optional<LocalDate> base = schedule.baseOf(date);
    return base.flatMap(day -> cron.atOrAfter(schedule.begin(day)))
        .filter(fire -> schedule.base(fire).equals(base.get()))
        .flatMap(fire -> earliest(fire, since))
        .map(due -> runs(new DueDate(date, due)))
        .orElse(List.of());
  }

  private record DueDate(LocalDate date, Instant due) {

    static final Comparator<DueDate> ORDER =
        Comparator.comparing(DueDate::due).thenComparing(DueDate::date);
  }

  private List<DueRun> runs(DueDate one) {
    LocalDate coveredFrom = schedule.calendar().coveredFrom(one.date());
    return schedule.parts().ofDate().stream()
        .map(part -> new RunKey(schedule.job(), one.date(), part))
        .map(key -> new DueRun(key, one.due(), coveredFrom))
        .toList();
  }

  /**
   * The earliest fire of a base that is later than an instant.
   *
   * @param first of the base's local due times
   */
  private Optional<Instant> earliest(LocalDateTime first, Instant since) {
    LocalDateTime end = schedule.begin(schedule.base(first).plusDays(1));
    Optional<Instant> earliest = Optional.empty();
    for (Stretch stretch : timeline.stretches(first, end)) {
      Optional<Instant> fire =
          firstIn(stretch, first, since).map(local -> local.toInstant(stretch.offset()));
      if (fire.isPresent() && (earliest.isEmpty() || fire.get().isBefore(earliest.get()))) {
        earliest = fire;
      }
    }
    return earliest;
  }

  private Optional<LocalDateTime> firstIn(Stretch stretch, LocalDateTime first, Instant since) {
    LocalDateTime counting = LocalDateTime.ofInstant(since, stretch.offset()).plusNanos(1);
    LocalDateTime begin = counting.isAfter(stretch.begin()) ? counting : stretch.begin();
    Optional<LocalDateTime> fire =
        begin.isAfter(first) ? cron.atOrAfter(begin) : Optional.of(first);
    return fire.filter(local -> local.isBefore(stretch.end()));
  }

  /** The dates in the order in which they fall due, each with all of its runs. */
  private final class InOrder implements DueRuns {

    private final Instant since;
    private final Instant after;
    private final Instant until;
    private final LocalDate lastBase;
    private final Queue<DueRun> ready = new ArrayDeque<>();
    private final PriorityQueue<DueDate> ahead = new PriorityQueue<>(DueDate.ORDER);
    private LocalDate base;

    InOrder(Instant since, Instant after, Instant until) {
      this.since = since;
      this.after = after;
      this.until = until;
      this.lastBase = LocalDate.ofInstant(until, cron.zone()).plusDays(DAYS_OUT_OF_ORDER);
      // After a start nothing is known to be over: not all days since 1970 are to be gone through.
      Instant begin = since.isAfter(after) ? since : after;
      LocalDate near = LocalDate.ofInstant(begin, cron.zone()).minusDays(DAYS_OUT_OF_ORDER);
      LocalDate from = schedule.from();
      this.base = from != null && from.isAfter(near) ? from : near;
    }

    @Override
    public Optional<DueRun> next() {
      if (ready.isEmpty()) {
        nextDate().ifPresent(date -> ready.addAll(runs(date)));
      }
      return Optional.ofNullable(ready.poll());
    }

    private Optional<DueDate> nextDate() {
      Optional<DueDate> later = nextBase();
      while (later.isPresent() && ahead.size() < DAYS_OUT_OF_ORDER) {
        ahead.add(later.get());
        later = nextBase();
      }
      later.ifPresent(ahead::add);
      return Optional.ofNullable(ahead.poll());
    }

    private Optional<DueDate> nextBase() {
      Optional<LocalDateTime> fire = cron.atOrAfter(schedule.begin(base));
      while (fire.isPresent()) {
        LocalDateTime first = fire.get();
        LocalDate found = schedule.base(first);
        if (found.isAfter(lastBase)) {
          return Optional.empty();
        }
        base = found.plusDays(1);
        Optional<DueDate> due =
            schedule
                .batchDate(found)
                .flatMap(date -> earliest(first, since).map(instant -> new DueDate(date, instant)))
                .filter(date -> date.due().isAfter(after) && !date.due().isAfter(until));
        if (due.isPresent()) {
          return due;
        }
        fire = cron.atOrAfter(schedule.begin(base));
      }
      return Optional.empty();
    }
  }
}
