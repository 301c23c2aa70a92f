package io.runledger.lab.drill;

import io.runledger.lab.pod.LockStyle;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import java.time.Duration;

/** SIGKILL of the pod that works: for how long does everybody wait for a dead one? */
record HolderDies(String name, String story, String lesson, LockStyle style, Duration ttl, long end)
    implements Drill {

  private static final int CHUNKS = 30;

  static HolderDies underWatchdog() {
    return new HolderDies(
        "holder-dies/watchdog",
        "the pod that works is killed; its lock has a watchdog, which dies with it",
        "Nobody runs until the dead pod's key has expired.",
        LockStyle.WATCHDOG,
        Duration.ofSeconds(30),
        150);
  }

  static HolderDies withLongTtl() {
    return new HolderDies(
        "holder-dies/long-ttl",
        "the pod that works is killed; its key has a TTL that is longer than any night's job",
        "A TTL long enough to be safe is as long a wait for a dead pod.",
        LockStyle.FIXED_TTL,
        Duration.ofSeconds(90),
        200);
  }

  static HolderDies withoutTtl() {
    return new HolderDies(
        "no-ttl",
        "the pod that works is killed; its key has no TTL",
        "A key without a TTL outlives its pod: everybody waits until a person deletes it.",
        LockStyle.NO_TTL,
        Duration.ofSeconds(30),
        110);
  }

  @Override
  public Setting setting() {
    return new Setting().locking(style, ttl).working(CHUNKS, Duration.ofSeconds(1));
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    stage.begin();
    stage.sinceGrant(10);
    stage.holder().kill();
    stage.playOut(end);
  }
}
