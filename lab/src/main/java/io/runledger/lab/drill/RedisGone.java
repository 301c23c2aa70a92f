package io.runledger.lab.drill;

import io.runledger.lab.stage.RedisNode;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import java.time.Duration;

/** No Redis to ask. */
final class RedisGone implements Drill {

  /** In which way it is gone. */
  enum How {
    AT_BOOT("at-boot", "no Redis listens when the pods start"),
    MID_RUN("mid-run", "Redis is killed while the holder works"),
    HUNG("hung", "Redis hangs: it accepts connections, and answers nobody"),
    READ_ONLY("read-only", "Redis refuses to write: it was made a replica");

    private final String word;
    private final String story;

    How(String word, String story) {
      this.word = word;
      this.story = story;
    }
  }

  private final How how;

  RedisGone(How how) {
    this.how = how;
  }

  @Override
  public String name() {
    return "redis-gone/" + how.word;
  }

  @Override
  public String story() {
    return how.story;
  }

  @Override
  public String lesson() {
    return how == How.MID_RUN
        ? "Who had the lock works on, unguarded; who waited for it gave up."
        : "A lock that must be had makes Redis a part of the job: without it the date is lost.";
  }

  @Override
  public Setting setting() {
    return new Setting().working(40, Duration.ofSeconds(1));
  }

  @Override
  public void play(Stage stage) {
    RedisNode redis = stage.redis().master();
    switch (how) {
      case AT_BOOT -> {
        redis.server().kill();
        redis.link().refuse();
        stage.fault(redis.name(), "is not there");
        stage.startPodsThatCan();
        stage.begin();
      }
      case MID_RUN -> {
        stage.startPods();
        stage.begin();
        stage.sinceGrant(4);
        redis.server().kill();
        redis.link().refuse();
        stage.fault(redis.name(), "SIGKILL");
      }
      case HUNG -> {
        stage.startPods();
        redis.server().hang();
        stage.fault(redis.name(), "SIGSTOP: hangs");
        stage.begin();
      }
      case READ_ONLY -> {
        stage.startPods();
        redis.becomeReplicaOfNobody();
        stage.fault(redis.name(), "REPLICAOF a server that is not there: read-only");
        stage.begin();
      }
    }
    stage.playOut(60);
  }
}
