package io.runledger.lab.drill;

import io.runledger.lab.stage.RedisNode;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import io.runledger.lab.stage.Topology;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The night of the incident. Redisson 3.15.6 lets the master wait for its replicas for a second
 * whatever the scale, and takes what none of them has for granted all the same: so the key has to
 * live for some seconds in a short night too.
 */
final class Failover implements Drill {

  private static final Duration LEAST_TTL = Duration.ofSeconds(6);

  /** What Redisson sends at T+0: the holder asks once, who waits asks again once it listens. */
  private static final int QUESTIONS = 3;

  private static final Duration ON_ITS_WAY = Duration.ofMillis(300);

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
    return new Setting()
        .on(Topology.SENTINEL)
        .oldRedisson()
        .holdingAtLeast(LEAST_TTL)
        .working(140, Duration.ofSeconds(1));
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    RedisNode master = stage.redis().master();
    master.loseReplicas();
    stage.fault(master.name(), "the link to its replicas is lost");
    long asked = questions(master);
    stage.begin();
    stage.sinceGrant(4);
    if (stage.asksRedisson()) {
      awaitAnswers(master, asked + QUESTIONS);
      // The last answer has left the server, and is not to be lost with it.
      stage.timeline().awaitTime(stage.timeline().now().plus(ON_ITS_WAY));
    }
    master.lose();
    stage.fault(master.name(), "the machine is lost");
    stage.playOut(250);
  }

  private static long questions(RedisNode master) {
    return master.figure("cmdstat_eval:calls=");
  }

  /** In a short night the second pod may not have been told yet how long the key lives. */
  private static void awaitAnswers(RedisNode master, long wanted) {
    try {
      Awaitility.await()
          .atMost(Duration.ofSeconds(5))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> questions(master) >= wanted && master.figure("blocked_clients:") == 0);
    } catch (ConditionTimeoutException e) {
      // Then it is told by the new master.
    }
  }
}
