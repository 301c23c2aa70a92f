package io.runledger.lab.drill;

import io.runledger.lab.stage.LabPod;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import io.runledger.test.TcpProxy;
import java.time.Duration;

/**
 * The pod that works lives, and is cut off: what it sends is lost, and nobody closes a connection.
 * The network heals while its successor works.
 */
record Partition(String name, String from, String lesson, boolean ofRedis, boolean ofDatabase)
    implements Drill {

  private static final int CHUNKS = 50;
  private static final long HEALED = 55;

  static Partition fromRedis() {
    return new Partition(
        "partition/redis",
        "Redis",
        "The key of a pod that cannot renew it expires, and the pod works on.",
        true,
        false);
  }

  static Partition fromDatabase() {
    return new Partition(
        "partition/postgresql",
        "PostgreSQL",
        "The pod's watchdog renews the key for a pod that can do nothing.",
        false,
        true);
  }

  static Partition fromBoth() {
    return new Partition(
        "partition/both",
        "Redis and PostgreSQL",
        "Key and lease expire; what the pod had sent arrives when the network heals, and it works"
            + " on.",
        true,
        true);
  }

  @Override
  public String story() {
    return "the pod that works is cut off from %s, until its successor works".formatted(from);
  }

  @Override
  public Setting setting() {
    return new Setting().working(CHUNKS, Duration.ofSeconds(1));
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    stage.begin();
    stage.sinceGrant(5);
    LabPod holder = stage.holder();
    LabPod successor = stage.other();
    if (ofRedis) {
      holder.redisLinks().forEach(TcpProxy::blackhole);
    }
    if (ofDatabase) {
      holder.databaseLink().blackhole();
    }
    stage.fault(holder.name(), "is cut off from " + from);
    // Without a guard the other works anyway: the partition lasts for as long.
    stage.sinceGrant(31);
    stage.awaitChunks(successor, 3, HEALED);
    holder.redisLinks().forEach(TcpProxy::forward);
    holder.databaseLink().forward();
    stage.fault(holder.name(), "its network heals");
    stage.playOut(200);
  }
}
