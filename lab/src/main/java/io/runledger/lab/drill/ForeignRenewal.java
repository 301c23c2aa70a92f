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
            .withThreePods()
            .working(20, Duration.ofSeconds(1));
    return asks ? setting.askingWhoOwns() : setting;
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    stage.begin();
    LabPod holder = stage.holder();
    stage.sinceGrant(2);
    holder.redisLinks().forEach(link -> link.blackhole());
    holder.databaseLink().blackhole();
    stage.fault(holder.name(), "its network is lost");
    LabPod second =
        stage.secondGrant(100).map(granted -> stage.pod(granted.lane())).orElse(stage.other());
    var unused =
        stage.awaitPerhaps(
            50, moment -> moment.lane().equals(second.name()) && moment.kind() == Happening.EFFECT);
    second.kill();
    holder
        .redisLinks()
        .forEach(
            link -> {
              link.cut();
              link.forward();
            });
    stage.fault(holder.name(), "it reaches Redis again; its connection to the database hangs");
    stage.playOut(150);
  }
}
