package io.runledger.lab.drill;

import io.runledger.lab.night.Happening;
import io.runledger.lab.pod.LockStyle;
import io.runledger.lab.stage.LabPod;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import java.time.Duration;

/** PEXPIRE, whosever key it is. */
final class ForeignRenewal implements Drill {

  private final boolean asks;

  ForeignRenewal(boolean asks) {
    this.asks = asks;
  }

  @Override
  public String name() {
    return "foreign-renewal" + (asks ? "/asking" : "/blind");
  }

  @Override
  public String story() {
    return "the holder is cut off and hangs on its database, the successor is granted and dies, "
        + "and the holder renews again"
        + (asks ? ", but only its own key" : "");
  }

  @Override
  public String lesson() {
    return asks
        ? "Who asks before PEXPIRE lets the dead pod's key end."
        : "PEXPIRE without asking who owns the key keeps the key of a dead pod alive for ever.";
  }

  @Override
  public Setting setting() {
    Setting setting =
        new Setting()
            .locking(LockStyle.RENEWED, Duration.ofSeconds(30))
            .working(40, Duration.ofSeconds(1));
    return asks ? setting.askingWhoOwns() : setting;
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    stage.begin();
    LabPod holder = stage.holder();
    LabPod other = stage.other();
    stage.sinceGrant(2);
    holder.redisLinks().forEach(link -> link.blackhole());
    holder.databaseLink().blackhole();
    stage.fault(holder.name(), "its network is lost");
    var unused = stage.secondGrant(60);
    stage.awaitPerhaps(
        10, moment -> moment.lane().equals(other.name()) && moment.kind() == Happening.EFFECT);
    other.kill();
    holder
        .redisLinks()
        .forEach(
            link -> {
              link.cut();
              link.forward();
            });
    stage.fault(holder.name(), "it reaches Redis again; its connection to the database hangs");
    stage.startReplacement();
    stage.playOut(120);
  }
}
