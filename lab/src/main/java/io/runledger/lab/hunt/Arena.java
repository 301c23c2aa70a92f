package io.runledger.lab.hunt;

import io.runledger.test.ChildPod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Servers and pods of a hunt, and what is done to them. */
final class Arena implements AutoCloseable {

  /** Short, so that a hunt sees many takeovers. */
  static final Duration LEASE = Duration.ofSeconds(2);

  private static final Duration DEPLOY_LIMIT = Duration.ofMinutes(5);

  private final HuntDatabase database = new HuntDatabase();
  private final HuntRedis redis;
  private final List<Slot> slots = new ArrayList<>();
  private final ExecutorService starts = Executors.newCachedThreadPool();
  private final List<Future<?>> deploys = new ArrayList<>();
  private volatile int minute = 30;
  private volatile List<String> renamed = List.of();

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
    startAll(slots.subList(1, pods));
  }

  /** Side by side; returns when all are up. */
  private void startAll(List<Slot> some) {
    CompletableFuture.allOf(
            some.stream()
                .map(slot -> CompletableFuture.runAsync(slot::start, starts))
                .toArray(CompletableFuture[]::new))
        .join();
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
    List<String> newNames = renamed;
    pod.property("hunt.renamed", String.join(",", newNames));
    for (String job : HuntJobs.NAMES) {
      boolean isRenamed = newNames.contains(job);
      String keys = "runledger.jobs." + (isRenamed ? HuntJobs.renamed(job) : job);
      pod.property(keys + ".cron", "0 %d 22 * * ?".formatted(minute))
          .property(keys + ".from", HuntDatabase.FIRST.toString());
      if (HuntJobs.SHARING.contains(job)) {
        pod.property(keys + ".lock", HuntJobs.lock(job));
      }
      if (isRenamed) {
        pod.property(keys + ".formerly", job);
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
    deploy(List.of(slot));
  }

  private synchronized void deploy(List<Slot> some) {
    deploys.add(
        starts.submit(
            () ->
                some.forEach(
                    slot -> {
                      slot.terminate();
                      startUnlessKilled(slot);
                    })));
  }

  /**
   * From now on a pod that starts knows a job by a new name, and all are deployed one after the
   * other. Nothing if no job is left that has its first name.
   */
  void rename(int which) {
    List<String> left = HuntJobs.NAMES.stream().filter(job -> !renamed.contains(job)).toList();
    if (!left.isEmpty()) {
      renamed = Stream.concat(renamed.stream(), Stream.of(left.get(which % left.size()))).toList();
      deploy(slots);
    }
  }

  /** What a job is called in the newest version. */
  String nameOf(String job) {
    return renamed.contains(job) ? HuntJobs.renamed(job) : job;
  }

  /** Everything works again; returns when all pods are up, and are of the newest version. */
  void heal() {
    database.server().resume();
    redis.heal();
    slots.forEach(Slot::heal);
    awaitDeploys();
    startAll(slots);
    database.clockRight();
  }

  private synchronized void awaitDeploys() {
    for (Future<?> deploy : deploys) {
      try {
        deploy.get(DEPLOY_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while pods were deployed", e);
      } catch (ExecutionException | TimeoutException e) {
        throw new IllegalStateException("pods were not deployed", e);
      }
    }
  }

  @Override
  public void close() {
    starts.shutdownNow();
    slots.forEach(Slot::close);
    redis.close();
    database.close();
  }
}
