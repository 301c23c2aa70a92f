package io.runledger.lab.drill;

import io.runledger.lab.pod.LockStyle;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import java.time.Duration;

/** A job that takes longer than somebody thought. */
final class TtlTooShort implements Drill {

  @Override
  public String name() {
    return "ttl-too-short";
  }

  @Override
  public String story() {
    return "SET NX PX with a TTL of 20 s, which nobody renews, around a job of 60 s";
  }

  @Override
  public String lesson() {
    return "The lock ended before the job did, and Redis told nobody.";
  }

  @Override
  public Setting setting() {
    return new Setting().locking(LockStyle.FIXED_TTL, Duration.ofSeconds(20)).askingWhoOwns();
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    stage.begin();
    stage.playOut(100);
  }
}
