package io.runledger.holes;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.Layer;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.test.RedisServer;
import io.runledger.test.TcpProxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Whatever Redis does, the run completes, and its verdict comes at most a second later. */
class RedisStateIT {

  private static final RunRequest SCHEDULED =
      RunRequest.of(RunKey.of("copy", HolesPod.DATE), Cause.schedule());

  /** What the filter may cost at most. */
  private static final Duration DELAY = Duration.ofSeconds(1);

  /** What a busy machine may add. */
  private static final Duration SLACK = Duration.ofSeconds(1);

  private static Duration undisturbed = Duration.ZERO;

  private final Stage stage = new Stage();
  private final RedisServer redis = RedisServer.start();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeAll
  static void askWithoutRedis() {
    try (Stage stage = new Stage()) {
      LocalPod pod = stage.pod().start();
      long asked = System.nanoTime();
      Verdict verdict = pod.ask(SCHEDULED);
      undisturbed = Duration.ofNanos(System.nanoTime() - asked);
      assertThat(pod.awaitEnd(verdict)).isEqualTo(AttemptStatus.COMPLETED);
    }
  }

  @AfterEach
  void leaveNothingBehind() {
    watchLog().detachAppender(log);
    stage.close();
    redis.close();
  }

  @Test
  void with_a_port_that_refuses_the_run_completes() {
    redis.kill();
    startsInTimeAndCompletes(podAt(redis.port()));
  }

  @Test
  void with_a_port_that_accepts_and_never_answers_the_run_completes() {
    try (TcpProxy hole = TcpProxy.to(redis.port())) {
      hole.blackhole();
      startsInTimeAndCompletes(podAt(hole.port()));
    }
  }

  @Test
  void with_a_paused_server_the_run_completes() {
    var unused = redis.command("CLIENT", "PAUSE", "20000");
    startsInTimeAndCompletes(podAt(redis.port()));
  }

  @Test
  @DisplayName(
      "RC-16 with a server that is killed and comes back empty the run completes and stays its"
          + " owner's")
  void with_a_server_that_is_killed_and_comes_back_empty_the_run_completes_and_stays_its_owners() {
    LocalPod owner = pod(redis.port()).pausingAt("write 3").start();
    owner.awaitFilter();
    LocalPod other = podAt(redis.port());
    Verdict owners = askInTime(owner, SCHEDULED);
    owner.awaitPoint();

    listen();
    redis.kill();
    assertThat(askInTime(other, SCHEDULED).word()).isEqualTo("ALREADY_RUNNING");
    redis.restart();
    awaitOneWarning();
    assertThat(askInTime(other, SCHEDULED).word()).isEqualTo("ALREADY_RUNNING");

    owner.goesOn();
    assertCompletedOnce(owner, owners);
  }

  @Test
  @DisplayName("RC-16 with a server that is flushed the run completes and stays its owner's")
  void with_a_server_that_is_flushed_the_run_completes_and_stays_its_owners() {
    LocalPod owner = pod(redis.port()).pausingAt("write 3").start();
    owner.awaitFilter();
    LocalPod other = podAt(redis.port());
    Verdict owners = askInTime(owner, SCHEDULED);
    owner.awaitPoint();

    listen();
    var unused = redis.command("FLUSHALL");
    awaitOneWarning();
    assertThat(askInTime(other, SCHEDULED).word()).isEqualTo("ALREADY_RUNNING");

    owner.goesOn();
    assertCompletedOnce(owner, owners);
  }

  @Test
  void with_a_key_without_end_that_somebody_put_there_the_run_is_granted_when_asked_once_more() {
    LocalPod pod = podAt(redis.port());
    pod.awaitFilter();
    String key = "runledger:%s:lock:copy".formatted(stage.ledgerId());
    var unused = redis.command("HSET", key, "by-hand:1", "1");

    Verdict first = askInTime(pod, SCHEDULED);
    assertThat(first.word()).isEqualTo("ALREADY_RUNNING");
    assertThat(first.decision().layer()).isEqualTo(Layer.FILTER);

    Verdict second = askInTime(pod, SCHEDULED.onceMore());
    assertThat(second.word()).isEqualTo("STARTED");
    assertCompletedOnce(pod, second);
  }

  /** To be called when the pods are up: each that starts sets logging up anew. */
  private void listen() {
    log.start();
    watchLog().addAppender(log);
  }

  private Stage.Setting pod(int redisPort) {
    return stage
        .pod()
        .with("runledger.filter.nodes[0]", "redis://127.0.0.1:" + redisPort)
        .with("runledger.filter.ttl", "3s");
  }

  private LocalPod podAt(int redisPort) {
    return pod(redisPort).start();
  }

  private void startsInTimeAndCompletes(LocalPod pod) {
    Verdict verdict = askInTime(pod, SCHEDULED);
    assertThat(verdict.word()).isEqualTo("STARTED");
    assertCompletedOnce(pod, verdict);
  }

  private static Verdict askInTime(LocalPod pod, RunRequest request) {
    Duration limit = undisturbed.plus(DELAY).plus(SLACK);
    return CompletableFuture.supplyAsync(() -> pod.ask(request))
        .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  private void assertCompletedOnce(LocalPod owner, Verdict granted) {
    assertThat(owner.awaitEnd(granted)).isEqualTo(AttemptStatus.COMPLETED);
    stage.effects().assertOnceEach("copy", 50);
    assertThat(stage.attempts("copy")).containsExactly("COMPLETED");
  }

  /** One, and no second one at the next looks. */
  private void awaitOneWarning() {
    Awaitility.await("one warning that Redis lost the lock")
        .atMost(Duration.ofMinutes(1))
        .during(Duration.ofSeconds(2))
        .until(() -> log.list.stream().filter(RedisStateIT::isLoss).count() == 1);
  }

  private static boolean isLoss(ILoggingEvent event) {
    return event.getLevel() == Level.WARN && event.getFormattedMessage().contains("Redis lost");
  }

  private static Logger watchLog() {
    return (Logger) LoggerFactory.getLogger("io.runledger.guard.FilterWatch");
  }
}
