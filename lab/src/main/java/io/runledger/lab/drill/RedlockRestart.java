package io.runledger.lab.drill;

import io.runledger.lab.pod.LockStyle;
import io.runledger.lab.stage.RedisNode;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import io.runledger.lab.stage.Topology;
import java.time.Duration;

/** The third cure: a majority of independent masters. */
final class RedlockRestart implements Drill {

  @Override
  public String name() {
    return "redlock-restart";
  }

  @Override
  public String story() {
    return "two of three independent masters restart, and come back empty";
  }

  @Override
  public String lesson() {
    return "A majority that forgot the key is a majority: it grants it to the second.";
  }

  @Override
  public Setting setting() {
    return new Setting()
        .on(Topology.THREE_MASTERS)
        .locking(LockStyle.MAJORITY, Duration.ofSeconds(30))
        .working(90, Duration.ofSeconds(1));
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    stage.begin();
    stage.sinceGrant(4);
    for (RedisNode node : stage.redis().nodes().subList(0, 2)) {
      node.server().restart();
      stage.fault(node.name(), "restarts, without its keys");
    }
    stage.playOut(150);
  }
}
