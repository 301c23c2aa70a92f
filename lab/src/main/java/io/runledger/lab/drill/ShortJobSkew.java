package io.runledger.lab.drill;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import io.runledger.lab.pod.Telling;
import io.runledger.lab.stage.LabPod;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import java.time.Duration;

/** The job is done, and its lock free, before the scheduler of the second pod fires. */
record ShortJobSkew(String name, String story, String lesson, Duration clockAhead)
    implements Drill {

  private static final Duration LATE = Duration.ofMillis(500);
  private static final Duration KEPT_AT_LEAST = Duration.ofSeconds(60);

  static ShortJobSkew halfASecond() {
    return new ShortJobSkew(
        "short-job-skew/half-a-second",
        "a job of 10 ms is done before the second pod fires, half a second late",
        "The lock was free again: it says who works now, not what is done.",
        Duration.ZERO);
  }

  static ShortJobSkew clocksApart() {
    return new ShortJobSkew(
        "short-job-skew/clocks-apart",
        "a job of 10 ms, a lease that is kept for a minute, and a second pod 3 minutes ahead",
        "The lock was free again; and by the second pod's clock a lease had ended long ago.",
        Duration.ofMinutes(3));
  }

  @Override
  public Setting setting() {
    return new Setting()
        .trustingTheLock(KEPT_AT_LEAST)
        .shiftingTheSecondClock(clockAhead)
        .working(1, Duration.ofMillis(10));
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    LabPod first = stage.pods().get(0);
    LabPod second = stage.pods().get(1);
    stage.begin(first);
    if (stage.guard() != Guard.FULL) {
      Moment through = stage.await(moment -> isThrough(moment, first, stage.guard()));
      stage.timeline().awaitTime(through.at().plus(stage.scale().of(LATE)));
      stage.fault(second.name(), "its scheduler fires late");
      stage.pressAndAwaitAnswer(second);
    }
    stage.playOut(30);
  }

  private static boolean isThrough(Moment moment, LabPod pod, Guard guard) {
    return moment.lane().equals(pod.name())
        && (guard == Guard.NONE
            ? moment.kind() == Happening.ENDED
            : moment.text().equals(Telling.UNLOCKED));
  }
}
