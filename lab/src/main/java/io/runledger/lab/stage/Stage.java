package io.runledger.lab.stage;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Happening;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Scale;
import io.runledger.lab.night.Timeline;
import io.runledger.lab.pod.Night;
import io.runledger.lab.pod.Telling;
import io.runledger.test.ChildPod;
import io.runledger.test.Database;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Everything that a drill plays on: two pods, Redis, a database, and a night of one date. */
public final class Stage implements AutoCloseable {

  /** The last business day of November 2026. */
  private static final LocalDate DATE = LocalDate.of(2026, 11, 30);

  private static final String COMMAND = "command";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** On a busy machine a client of Redis gives up before it is connected. */
  private static final int START_TRIES = 3;

  private static final Duration ANSWER = Duration.ofSeconds(3);
  private static final Duration SILENCE = Duration.ofSeconds(3);
  private static final Duration STEP = Duration.ofMillis(50);

  private final Guard guard;
  private final Scale scale;
  private final Setting setting;
  private final Timeline timeline;
  private final Night night;
  private final NightServer server;
  private final RedisSet redis;
  private final Curtain curtain;
  private final List<LabPod> pods = new ArrayList<>();
  private @Nullable ChildPod command;

  private Stage(
      Guard guard,
      Scale scale,
      Setting setting,
      Timeline timeline,
      NightServer server,
      Curtain curtain) {
    this.guard = guard;
    this.scale = scale;
    this.setting = setting;
    this.timeline = timeline;
    this.server = server;
    this.curtain = curtain;
    this.night =
        new Night(
            DATE, setting.chunks() * Setting.CHUNK, Setting.CHUNK, scale.of(setting.perChunk()));
    NightDatabase.create(server.database(), night);
    this.redis = RedisSet.start(setting.topology(), scale, timeline);
  }

  /**
   * Sets the stage; its pods are started by {@link #startPods()}.
   *
   * @param curtain is awaited when they have started, once more at T+0
   */
  public static Stage set(
      Guard guard,
      Scale scale,
      Setting setting,
      Timeline timeline,
      NightServer server,
      Curtain curtain) {
    return new Stage(guard, scale, setting, timeline, server, curtain);
  }

  /**
   * Starts pod-a, pod-b and so on.
   *
   * @throws IllegalStateException if one does not start
   */
  public void startPods() {
    for (int left = START_TRIES; left > 0 && pods.size() < setting.pods(); left--) {
      startPodsThatCan();
    }
    if (pods.size() < setting.pods()) {
      throw new IllegalStateException("A pod did not start: " + timeline.moments());
    }
    curtain.await();
  }

  /**
   * Starts pod-a, pod-b and so on; one that does not start is told in the timeline, and is no pod.
   */
  public void startPodsThatCan() {
    PodStarter starter = starter();
    List<LabPod> started = new ArrayList<>();
    for (int i = 0; i < setting.pods(); i++) {
      String name = "pod-" + (char) ('a' + i);
      if (pods.stream().noneMatch(pod -> pod.name().equals(name))) {
        started.add(starter.start(name, i == 1 ? setting.clockShift() : Duration.ZERO));
      }
    }
    for (LabPod pod : started) {
      if (pod.awaitReady()) {
        pods.add(pod);
      } else {
        pod.close();
      }
    }
    pods.sort(Comparator.comparing(LabPod::name));
  }

  private PodStarter starter() {
    return new PodStarter(guard, scale, setting, timeline, night, server, redis);
  }

  /** T+0: the date is due, and the schedulers of all pods fire. */
  public void begin() {
    begin(pods);
  }

  /** T+0, at which the scheduler of one pod alone fires; the guarded pods need no fire. */
  public void begin(LabPod first) {
    begin(List.of(first));
  }

  private void begin(List<LabPod> firing) {
    // Where not all pods can start, nothing has waited for it.
    curtain.await();
    NightDatabase.begin(server.database(), night);
    timeline.begin();
    if (guard != Guard.FULL) {
      firing.forEach(LabPod::press);
    }
  }

  /** The button of a naive pod is pressed; waits until the pod runs, or says why not. */
  public void pressAndAwaitAnswer(LabPod pod) {
    long before = timeline.moments().stream().filter(moment -> isAnswer(moment, pod)).count();
    AtomicLong answers = new AtomicLong();
    pod.press();
    var unused = await(moment -> isAnswer(moment, pod) && answers.incrementAndGet() == before + 1);
  }

  /** Somebody starts the command line of the guarded application, to run the date. */
  public void typeCommand() {
    command = starter().command(COMMAND).listener(this::hearCommand).start();
    timeline.note(COMMAND, Happening.NOTE, "run post-interest --date " + night.date());
  }

  private void hearCommand(String line) {
    Telling.read(line).ifPresent(told -> timeline.note(COMMAND, told.kind(), told.text()));
  }

  /** Waits until the command has ended. */
  public void awaitCommand() {
    if (command != null) {
      timeline.note(COMMAND, Happening.NOTE, "ends with exit code " + command.awaitExit(LIMIT));
    }
  }

  /** Asks guarded pods by REST, all at once, and waits for the answers. */
  public void pressByRest(List<LabPod> pressed) {
    RestDesk desk = new RestDesk(timeline, night);
    CompletableFuture.allOf(pressed.stream().map(desk::press).toArray(CompletableFuture<?>[]::new))
        .join();
  }

  private static boolean isAnswer(Moment moment, LabPod pod) {
    return moment.lane().equals(pod.name())
        && switch (moment.kind()) {
          case GRANTED, REFUSED, FAILED -> true;
          default -> false;
        };
  }

  private Moment granted() {
    return await(moment -> moment.kind() == Happening.GRANTED);
  }

  /** The pod that was granted the date first. Waits for it. */
  public LabPod holder() {
    String name = granted().lane();
    return pod(name);
  }

  /** The pod of this name. */
  public LabPod pod(String name) {
    return pods.stream().filter(pod -> pod.name().equals(name)).findFirst().orElseThrow();
  }

  /** The pod that is not the holder. */
  public LabPod other() {
    LabPod holder = holder();
    return pods.stream().filter(pod -> pod != holder).findFirst().orElseThrow();
  }

  /** Waits for an event; a night in which it never comes is broken. */
  public Moment await(Predicate<Moment> wanted) {
    return timeline
        .await(wanted, LIMIT)
        .orElseThrow(() -> new IllegalStateException("an event that had to come did not"));
  }

  /** Waits until {@code seconds} of the real night have passed since a pod was granted the date. */
  public void sinceGrant(long seconds) {
    timeline.awaitTime(granted().at().plus(scale.seconds(seconds)));
  }

  /**
   * Waits until this pod has committed some more chunks.
   *
   * @param seconds of the real night since a pod was granted the date: what has not come by then is
   *     not waited for
   */
  public void awaitChunks(LabPod pod, int more, long seconds) {
    Duration since = timeline.now();
    AtomicLong chunks = new AtomicLong();
    var unused =
        timeline.await(
            moment ->
                moment.kind() == Happening.EFFECT
                    && moment.lane().equals(pod.name())
                    && moment.at().compareTo(since) > 0
                    && chunks.incrementAndGet() == more,
            granted().at().plus(scale.seconds(seconds)).minus(since));
  }

  /** The drill does something to a server. */
  public void fault(String lane, String text) {
    timeline.note(lane, Happening.FAULT, text);
  }

  /** Waits for an event that a guard may prevent. */
  public Optional<Moment> awaitPerhaps(long seconds, Predicate<Moment> wanted) {
    return timeline.await(wanted, scale.seconds(seconds));
  }

  /** Waits until another pod than the holder was granted the date, or nobody works any more. */
  public Optional<Moment> secondGrant(long seconds) {
    String holder = granted().lane();
    Duration end = timeline.now().plus(scale.seconds(seconds));
    Optional<Moment> second = Optional.empty();
    while (second.isEmpty() && timeline.now().compareTo(end) < 0 && !isOver()) {
      second =
          timeline.await(
              moment -> moment.kind() == Happening.GRANTED && !moment.lane().equals(holder), STEP);
    }
    return second;
  }

  /** A person presses the button on this pod; waits for the answer, if one comes soon. */
  public void pressAgain(LabPod pod) {
    timeline.note(pod.name(), Happening.NOTE, "somebody presses the button");
    Duration pressed = timeline.now();
    pod.press();
    var unused =
        timeline.await(
            moment -> isAnswer(moment, pod) && moment.at().compareTo(pressed) >= 0, ANSWER);
  }

  /**
   * Waits until the date is complete and no pod works any more.
   *
   * @param seconds of the real night, from T+0; then the night is over whatever stands, unless
   *     effects are still written: a busy machine is no guard's fault
   */
  public void playOut(long seconds) {
    awaitEnd(seconds);
    timeline.note("night", Happening.NOTE, "over");
  }

  /** As {@link #playOut}, and something follows. */
  public void awaitEnd(long seconds) {
    Duration end = scale.seconds(seconds);
    while (!isOver() && (timeline.now().compareTo(end) < 0 || effectsAreWritten())) {
      timeline.awaitTime(timeline.now().plus(STEP));
    }
  }

  private boolean isOver() {
    return NightDatabase.isComplete(database(), night) && pods.stream().noneMatch(this::isAtWork);
  }

  private boolean effectsAreWritten() {
    Duration recent = timeline.now().minus(SILENCE);
    return timeline.moments().stream()
        .anyMatch(moment -> moment.kind() == Happening.EFFECT && moment.at().compareTo(recent) > 0);
  }

  private boolean isAtWork(LabPod pod) {
    return pod.isAlive() && works(pod);
  }

  /** Whether it was granted something that has no end yet. */
  private boolean works(LabPod pod) {
    int open = 0;
    for (Moment moment : timeline.moments()) {
      if (moment.lane().equals(pod.name())) {
        if (moment.kind() == Happening.GRANTED) {
          open++;
        } else if (isEnd(moment)) {
          open = Math.max(0, open - 1);
        }
      }
    }
    return open > 0;
  }

  /** Whoever has a lock is not through before it is given back: that may fail yet. */
  private boolean isEnd(Moment moment) {
    return switch (moment.kind()) {
      case FAILED -> true;
      case ENDED -> guard == Guard.FULL || guard == Guard.NONE;
      case NOTE -> moment.text().equals(Telling.UNLOCKED);
      default -> false;
    };
  }

  /** Whether the pods lock with Redisson, as the naive ones do. */
  public boolean asksRedisson() {
    return guard == Guard.REDIS || guard == Guard.REDIS_LEASE;
  }

  public Guard guard() {
    return guard;
  }

  public Scale scale() {
    return scale;
  }

  public Timeline timeline() {
    return timeline;
  }

  public Night night() {
    return night;
  }

  public RedisSet redis() {
    return redis;
  }

  /** The database's server, for a drill that asked for one of its own. */
  public NightServer server() {
    return server;
  }

  /** All pods that started. */
  public List<LabPod> pods() {
    return pods;
  }

  /** The database as the lab reaches it. */
  public Database database() {
    return server.database();
  }

  @Override
  public void close() {
    if (command != null) {
      command.close();
    }
    pods.forEach(LabPod::close);
    redis.close();
  }
}
