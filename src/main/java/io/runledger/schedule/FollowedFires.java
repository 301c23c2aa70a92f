package io.runledger.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;

/**
 * The due runs of a job that others fire for. Whatever stands between, each of its due instants is
 * one of a job with a cron; so those are followed, and each of their dates is asked for once.
 */
final class FollowedFires implements DueRuns {

  private static final Comparator<Head> BY_DUE = Comparator.comparing(Head::run, DueRun.ORDER);

  private final Function<LocalDate, List<DueRun>> ofDate;
  private final PriorityQueue<Head> heads = new PriorityQueue<>(BY_DUE);
  private final Queue<DueRun> ready = new ArrayDeque<>();
  private final Set<LocalDate> givenNow = new HashSet<>();
  private Instant now = Instant.MIN;

  /** The runs of the date that was asked for last: a date of many parts comes many times. */
  private Optional<LocalDate> lastDate = Optional.empty();

  private List<DueRun> ofLastDate = List.of();

  private record Head(DueRun run, DueRuns rest) {}

  /**
   * @param sources what falls due of all jobs with a cron that it comes after
   * @param ofDate the job's own runs of a date
   */
  FollowedFires(List<DueRuns> sources, Function<LocalDate, List<DueRun>> ofDate) {
    this.ofDate = ofDate;
    sources.forEach(this::follow);
  }

  private void follow(DueRuns source) {
    source.next().ifPresent(run -> heads.add(new Head(run, source)));
  }

  @Override
  public Optional<DueRun> next() {
    while (ready.isEmpty() && !heads.isEmpty()) {
      Head head = heads.remove();
      follow(head.rest());
      give(head.run());
    }
    return Optional.ofNullable(ready.poll());
  }

  private void give(DueRun fire) {
    if (fire.due().isAfter(now)) {
      now = fire.due();
      givenNow.clear();
    }
    LocalDate date = fire.key().batchDate();
    if (lastDate.filter(date::equals).isEmpty()) {
      ofLastDate = ofDate.apply(date);
      lastDate = Optional.of(date);
    }
    boolean isDueNow = !ofLastDate.isEmpty() && ofLastDate.get(0).due().equals(now);
    if (isDueNow && givenNow.add(date)) {
      ready.addAll(ofLastDate);
    }
  }
}
