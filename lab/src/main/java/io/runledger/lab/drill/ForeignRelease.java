package io.runledger.lab.drill;

import io.runledger.lab.night.Happening;
import io.runledger.lab.pod.LockStyle;
import io.runledger.lab.stage.LabPod;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import java.time.Duration;

/** DEL at the end, whosever key it is. */
final class ForeignRelease implements Drill {

  private final boolean asks;

  ForeignRelease(boolean asks) {
    this.asks = asks;
  }

  @Override
  public String name() {
    return "foreign-release" + (asks ? "/asking" : "/blind");
  }

  @Override
  public String story() {
    return asks
        ? "the TTL was too short, but DEL asks who owns the key: the successor's stays"
        : "the TTL was too short, and the first pod's DEL removes the key of its successor";
  }

  @Override
  public String lesson() {
    return asks
        ? "Asking before DEL keeps a third out; it does not undo the second, whom the TTL let in."
        : "DEL without asking who owns the key lets in a third while the second works.";
  }

  @Override
  public Setting setting() {
    Setting setting =
        new Setting()
            .locking(LockStyle.FIXED_TTL, Duration.ofSeconds(30))
            .trustingTheLock(Duration.ofSeconds(90))
            .working(40, Duration.ofSeconds(1));
    return asks ? setting.askingWhoOwns() : setting;
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    stage.begin();
    LabPod holder = stage.holder();
    LabPod other = stage.other();
    stage.sinceGrant(31);
    stage.pressAgain(other);
    stage.await(moment -> moment.lane().equals(holder.name()) && moment.kind() == Happening.ENDED);
    stage.pressAgain(holder);
    stage.playOut(150);
  }
}
