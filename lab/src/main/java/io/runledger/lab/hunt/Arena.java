package io.runledger.lab.hunt;

import io.runledger.test.ChildPod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Servers and pods of a hunt, and what is done to them. */
final class Arena implements AutoCloseable {

  /** Short, so that a hunt sees many takeovers. */
  static final Duration LEASE = Duration.ofSeconds(2);

  private final HuntDatabase database = new HuntDatabase();
  private final HuntRedis redis;
  private final List<Slot> slots = new ArrayList<>();
  private final ExecutorService starts = Executors.newCachedThreadPool();
  private volatile int minute = 30;

  /**
   * Starts everything.
   *
   * @param listener is told each line of each pod
   */
  Arena(int pods, Plan.Redis kind, PodListener listener) {
    redis = kind == Plan.Redis.SENTINEL ? new SentinelRedis() : new SingleRedis();
    for (int i = 1; i <= pods; i++) {
      String name = "pod-" + i;
      slots.add(
          new Slot(
              name,
              database.database().port(),
              redis.ports(),
              this::pod,
              line -> listener.hear(name, line)));
    }
    slots.get(0).start();
    database.watchTheLedger();
    slots.subList(1, pods).forEach(Slot::start);
  }

  /** Hears the pods. */
  interface PodListener {
    void hear(String pod, String line);
  }

  private ChildPod.Builder pod(Slot slot) {
    ChildPod.Builder pod =
        ChildPod.of(HuntPod.class)
            .jvmOptions("-XX:+UseSerialGC")
            .property("spring.config.location", "optional:classpath:/")
            .property(
                "spring.datasource.url",
                database.database().via(slot.databaseLink().port()).jdbcUrl())
            .property("spring.datasource.username", database.database().user())
            .property("spring.datasource.password", database.database().password())
            .property("spring.main.web-application-type", "none")
            .property("spring.main.banner-mode", "off")
            .property("logging.level.root", "ERROR")
            .property("runledger.zone", "UTC")
            .property("runledger.lease", LEASE.toMillis() + "ms")
            .property("runledger.reconcile-every", "1s")
            .property("runledger.filter.ttl", "3s");
    redis.tell(pod, slot.redisLinks());
    for (String job : HuntJobs.NAMES) {
      pod.property("runledger.jobs." + job + ".cron", "0 %d 22 * * ?".formatted(minute))
          .property("runledger.jobs." + job + ".from", HuntDatabase.FIRST.toString());
      if (HuntJobs.SHARING.contains(job)) {
        pod.property("runledger.jobs." + job + ".lock", HuntJobs.lock(job));
      }
    }
    return pod;
  }

  HuntDatabase database() {
    return database;
  }

  List<Slot> slots() {
    return slots;
  }

  Slot slot(int which) {
    return slots.get(which % slots.size());
  }

  HuntRedis redis() {
    return redis;
  }

  void startLater(Slot slot) {
    starts.execute(() -> startUnlessKilled(slot));
  }

  /** The hunt may kill a pod while it starts, and takes its servers away. */
  private static void startUnlessKilled(Slot slot) {
    try {
      slot.start();
    } catch (AssertionError didNotStart) {
      // Healing starts it again, and insists.
    }
  }

  /** The pod ends in good order, and one of another version starts. */
  void deploy(Slot slot, int which) {
    minute = which % 60;
    starts.execute(
        () -> {
          slot.terminate();
          startUnlessKilled(slot);
        });
  }

  /** Everything works again; returns when all pods are up. */
  void heal() {
    database.server().resume();
    redis.heal();
    slots.forEach(Slot::heal);
    slots.forEach(Slot::start);
    database.clockRight();
  }

  @Override
  public void close() {
    starts.shutdownNow();
    slots.forEach(Slot::close);
    redis.close();
    database.close();
  }
}
