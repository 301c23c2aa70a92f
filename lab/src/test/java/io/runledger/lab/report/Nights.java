package io.runledger.lab.report;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import io.runledger.lab.night.Scale;
import io.runledger.lab.stage.Stage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Nights that nobody played, for tests of what is made of them. */
final class Nights {

  static final Drill FAILOVER = new Told("failover", false);
  static final Drill LOSSY = new Told("database-failover/asynchronous", true);

  private Nights() {}

  record Told(String name, boolean beyondThePromise) implements Drill {

    @Override
    public String story() {
      return "the story of " + name;
    }

    @Override
    public String lesson() {
      return "The lesson of " + name + ".";
    }

    @Override
    public void play(Stage stage) {
      throw new AssertionError("only told");
    }
  }

  static Result played(Drill drill, Guard guard, long twice, long lost, long standStillMillis) {
    return played(drill, guard, twice, lost, standStillMillis, moments());
  }

  static Result played(
      Drill drill,
      Guard guard,
      long twice,
      long lost,
      long standStillMillis,
      List<Moment> moments) {
    return new Result.Played(
        drill,
        guard,
        new Outcome(
            drill.name(),
            guard,
            300 + twice,
            twice,
            lost,
            Duration.ofMillis(standStillMillis),
            drill.beyondThePromise(),
            "Why " + drill.name() + " under " + guard + ".",
            moments));
  }

  static Matrix matrix(Result... results) {
    return new Matrix(new Scale(new BigDecimal("0.1")), List.of(results));
  }

  /** A night of two pods that double one chunk. */
  static List<Moment> moments() {
    return new ArrayList<>(
        List.of(
            moment(-200, "redis-1", Happening.FAULT, "the link is lost"),
            moment(0, "night", Happening.NOTE, "the date is due"),
            moment(100, "pod-a", Happening.GRANTED, "has the lock, runs"),
            moment(200, "pod-a", Happening.EFFECT, "1-5"),
            moment(300, "pod-a", Happening.EFFECT, "6-10"),
            moment(350, "pod-b", Happening.GRANTED, "has the lock, runs"),
            moment(400, "pod-b", Happening.EFFECT, "6-10"),
            moment(450, "pod-a", Happening.ENDED, "the date is done"),
            moment(500, "night", Happening.NOTE, "over")));
  }

  static Moment moment(long millis, String lane, Happening kind, String text) {
    return new Moment(Duration.ofMillis(millis), lane, kind, text);
  }
}
