package io.runledger.lab.drill;

import io.runledger.lab.pod.LockStyle;
import io.runledger.lab.stage.RedisNode;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import io.runledger.lab.stage.Topology;
import java.time.Duration;

/** The cure that people try first: WAIT until a replica has the key. */
final class FailoverWait implements Drill {

  @Override
  public String name() {
    return "failover-wait";
  }

  @Override
  public String story() {
    return "WAIT is acknowledged by one replica, and Sentinel elects the other, whose link was cut";
  }

  @Override
  public String lesson() {
    return "WAIT tells how many replicas have the key, not which one will be the master.";
  }

  @Override
  public Setting setting() {
    return new Setting()
        .on(Topology.SENTINEL)
        .locking(LockStyle.RENEWED, Duration.ofSeconds(60))
        .askingWhoOwns()
        .waitingFor(1);
  }

  @Override
  public void play(Stage stage) {
    RedisNode master = stage.redis().master();
    RedisNode preferred = stage.redis().nodes().get(2);
    preferred.server().command("CONFIG", "SET", "replica-priority", "10");
    stage.redis().awaitPriority(preferred, 10);
    stage.fault(preferred.name(), "replica-priority 10, the others have 100: it is to be elected");
    stage.startPods();
    master.loseReplica(1);
    stage.fault(preferred.name(), "its link to the master is lost");
    stage.begin();
    stage.sinceGrant(4);
    master.lose();
    stage.fault(master.name(), "the machine is lost");
    stage.playOut(100);
  }
}
