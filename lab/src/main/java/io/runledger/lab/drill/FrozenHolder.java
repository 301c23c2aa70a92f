package io.runledger.lab.drill;

import io.runledger.lab.pod.LockStyle;
import io.runledger.lab.stage.LabPod;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import java.time.Duration;

/**
 * SIGSTOP of the pod that works, as a long garbage collection or a paused machine does it. It wakes
 * while its successor works, and goes on where it was.
 *
 * @param ttl of the key in Redis
 * @param least for how many seconds it is frozen
 * @param most for how many it is, if no successor works
 */
record FrozenHolder(String name, String story, String lesson, Duration ttl, long least, long most)
    implements Drill {

  private static final int CHUNKS = 40;
  private static final long FREEZE = 2;

  static FrozenHolder longerThanTtl() {
    return new FrozenHolder(
        "frozen-holder/longer-than-ttl",
        "the pod that works stands still for longer than the TTL of its key, not of its lease",
        "The key expired while its owner could not know; awake, it works on as if nothing had been.",
        Duration.ofSeconds(15),
        15,
        22);
  }

  static FrozenHolder longerThanLease() {
    return new FrozenHolder(
        "frozen-holder/longer-than-lease",
        "the pod that works stands still for longer than its key and its lease",
        "Key and lease expired while their owner could not know; awake, it works on, and nothing"
            + " looks at what it commits.",
        Duration.ofSeconds(30),
        32,
        90);
  }

  @Override
  public Setting setting() {
    return new Setting().locking(LockStyle.WATCHDOG, ttl).working(CHUNKS, Duration.ofSeconds(1));
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    stage.begin();
    stage.sinceGrant(FREEZE);
    LabPod holder = stage.holder();
    LabPod successor = stage.other();
    holder.freeze();
    stage.awaitChunks(successor, 3, FREEZE + most);
    stage.sinceGrant(FREEZE + least);
    holder.thaw();
    stage.playOut(200);
  }
}
