package io.runledger.lab.drill;

import io.runledger.lab.night.Happening;
import io.runledger.lab.pod.LockStyle;
import io.runledger.lab.stage.LabPod;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import java.time.Duration;

/** One renewal that fails. */
final class WatchdogDies implements Drill {

  private final boolean old;

  WatchdogDies(boolean old) {
    this.old = old;
  }

  @Override
  public String name() {
    return "watchdog-dies/" + (old ? "3.15.6" : "4.7");
  }

  @Override
  public String story() {
    return "the holder cannot reach Redis for one renewal of Redisson %s; then it can"
        .formatted(old ? "3.15.6" : "4.7");
  }

  @Override
  public String lesson() {
    return old
        ? "After one error 3.15.6 renews no more: the lock expires under the job that lives."
        : "4.7 renews again after an error, while the lock still lives.";
  }

  @Override
  public Setting setting() {
    Setting setting =
        new Setting()
            .locking(LockStyle.WATCHDOG, Duration.ofSeconds(30))
            .holdingAtLeast(Duration.ofSeconds(7))
            .working(90, Duration.ofSeconds(1));
    return old ? setting.oldRedisson() : setting;
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    stage.begin();
    LabPod holder = stage.holder();
    stage.sinceGrant(8);
    holder
        .redisLinks()
        .forEach(
            link -> {
              link.refuse();
              link.cut();
            });
    stage.fault(holder.name(), "its link to Redis is cut");
    if (stage.asksRedisson()) {
      var unused =
          stage.awaitPerhaps(
              40,
              moment ->
                  moment.lane().equals(holder.name())
                      && moment.kind() == Happening.LOG
                      && moment.text().contains("update lock"));
    } else {
      stage.sinceGrant(14);
    }
    holder.redisLinks().forEach(link -> link.forward());
    stage.fault(holder.name(), "its link to Redis is back");
    stage.playOut(150);
  }
}
