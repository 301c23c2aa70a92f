package io.runledger.lab.drill;

import io.runledger.lab.pod.LockStyle;
import io.runledger.lab.stage.RedisNode;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import io.runledger.lab.stage.Topology;
import java.time.Duration;

/** The control: a failover that nobody need fear. */
final class Graceful implements Drill {

  @Override
  public String name() {
    return "graceful";
  }

  @Override
  public String story() {
    return "the control: SHUTDOWN of a master whose replicas have the key";
  }

  @Override
  public String lesson() {
    return "The key was replicated, and lives on under the new master.";
  }

  @Override
  public Setting setting() {
    return new Setting()
        .on(Topology.SENTINEL)
        .locking(LockStyle.WATCHDOG, Duration.ofSeconds(90))
        .working(40, Duration.ofSeconds(1));
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    stage.begin();
    stage.sinceGrant(4);
    RedisNode master = stage.redis().master();
    String version = master.version();
    stage.fault(
        master.name(),
        "SHUTDOWN of Redis %s, which %s"
            .formatted(
                version,
                version.compareTo("7") < 0
                    ? "does not wait for its replicas: they were in step"
                    : "waits for its replicas"));
    master.shutDown();
    stage.playOut(100);
  }
}
