package io.runledger.lab.drill;

import io.runledger.lab.stage.RedisNode;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import io.runledger.lab.stage.Topology;

/** The night of the incident. */
final class Failover implements Drill {

  @Override
  public String name() {
    return "failover";
  }

  @Override
  public String story() {
    return "the master is lost before the key reached a replica, and Sentinel elects one without it";
  }

  @Override
  public String lesson() {
    return "The new master never saw the key, and grants it again; the first holder is not told.";
  }

  @Override
  public Setting setting() {
    return new Setting().on(Topology.SENTINEL).oldRedisson();
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    RedisNode master = stage.redis().master();
    master.loseReplicas();
    stage.fault(master.name(), "the link to its replicas is lost");
    stage.begin();
    stage.sinceGrant(4);
    master.lose();
    stage.fault(master.name(), "the machine is lost");
    stage.playOut(150);
  }
}
