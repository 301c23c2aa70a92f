package io.runledger.lab.drill;

import io.runledger.lab.pod.LockStyle;
import io.runledger.lab.stage.RedisNode;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import io.runledger.lab.stage.Topology;
import java.time.Duration;

/** The second cure: WAIT for all of them. */
final class WaitForAll implements Drill {

  @Override
  public String name() {
    return "wait-for-all";
  }

  @Override
  public String story() {
    return "a grant counts once both replicas have the key, and one of them cannot be reached";
  }

  @Override
  public String lesson() {
    return "Whoever waits for all replicas stands still as soon as one is ill: nobody is granted.";
  }

  @Override
  public Setting setting() {
    return new Setting()
        .on(Topology.SENTINEL)
        .locking(LockStyle.RENEWED, Duration.ofSeconds(30))
        .askingWhoOwns()
        .waitingFor(2)
        .working(30, Duration.ofSeconds(1));
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    stage.redis().master().loseReplica(1);
    RedisNode lost = stage.redis().nodes().get(2);
    stage.fault(lost.name(), "its link to the master is lost; all servers live");
    stage.begin();
    stage.playOut(60);
  }
}
