package io.runledger.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.drill.Drills;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import io.runledger.lab.night.Scale;
import io.runledger.lab.report.Result;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProgrammeTest {

  private static final Audience NOBODY =
      new Audience() {
        @Override
        public Consumer<Moment> begins(Drill drill, Guard guard) {
          return moment -> {};
        }

        @Override
        public void ends(Result result) {}
      };

  private static final List<Drill> DRILL = Drills.all().subList(0, 1);

  private static List<Result> play(Player player, int atOnce) {
    return new Programme(player, new Scale(BigDecimal.ONE), atOnce, NOBODY)
        .play(DRILL, List.of(Guard.values()))
        .results();
  }

  private static Outcome outcome(Drill drill, Guard guard) {
    return new Outcome(drill.name(), guard, 1, 0, 0, Duration.ZERO, false, "", List.of());
  }

  @Test
  void pods_start_two_nights_at_a_time_and_the_dates_fall_due_together() {
    AtomicInteger starting = new AtomicInteger();
    AtomicInteger started = new AtomicInteger();
    Set<Integer> startingAtOnce = ConcurrentHashMap.newKeySet();
    Set<Integer> upWhenDue = ConcurrentHashMap.newKeySet();
    List<Result> results =
        play(
            (drill, guard, scale, listener, curtain) -> {
              startingAtOnce.add(starting.incrementAndGet());
              // As long as a start takes, for others to come between.
              LockSupport.parkNanos(5_000_000);
              starting.decrementAndGet();
              started.incrementAndGet();
              curtain.await();
              upWhenDue.add(started.get());
              return outcome(drill, guard);
            },
            4);
    assertThat(results).hasSize(4).allMatch(Result.Played.class::isInstance);
    assertThat(startingAtOnce).isSubsetOf(1, 2);
    assertThat(upWhenDue).containsExactly(4);
  }

  @Test
  void nobody_waits_for_a_night_that_breaks_before_its_date_or_starts_pods_twice() {
    List<Result> results =
        play(
            (drill, guard, scale, listener, curtain) -> {
              if (guard == Guard.NONE) {
                throw new AssertionError("no pod");
              }
              curtain.await();
              curtain.await();
              return outcome(drill, guard);
            },
            3);
    assertThat(results)
        .extracting(Result::guard, Result.Played.class::isInstance)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Guard.NONE, false),
            org.assertj.core.groups.Tuple.tuple(Guard.REDIS, true),
            org.assertj.core.groups.Tuple.tuple(Guard.REDIS_LEASE, true),
            org.assertj.core.groups.Tuple.tuple(Guard.FULL, true));
  }

  @Test
  void a_night_that_could_not_be_played_is_tried_once_more_alone_when_the_others_are_over() {
    List<Guard> played = new ArrayList<>();
    List<Result> results =
        play(
            (drill, guard, scale, listener, curtain) -> {
              curtain.await();
              synchronized (played) {
                played.add(guard);
                if (guard == Guard.REDIS && Collections.frequency(played, guard) == 1) {
                  throw new IllegalStateException("too busy");
                }
                if (guard == Guard.FULL) {
                  throw new IllegalStateException("never");
                }
              }
              return outcome(drill, guard);
            },
            4);
    assertThat(results)
        .extracting(Result::guard, Result.Played.class::isInstance)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Guard.NONE, true),
            org.assertj.core.groups.Tuple.tuple(Guard.REDIS, true),
            org.assertj.core.groups.Tuple.tuple(Guard.REDIS_LEASE, true),
            org.assertj.core.groups.Tuple.tuple(Guard.FULL, false));
    assertThat(played).hasSize(6).endsWith(Guard.REDIS, Guard.FULL);
  }
}
