package io.runledger.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.quartz.CronScheduleBuilder;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Wakes the reconciler: by a Quartz of this pod's own, in memory, at each due time, and by a round
 * every few seconds on a thread beside it. The scheduler is no bean; the application's own Quartz,
 * if it has one, is not touched.
 */
public final class Waker implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(Waker.class);
  private static final Duration LAST_ROUND = Duration.ofSeconds(10);
  private static final String IN_MEMORY = "org.quartz.simpl.RAMJobStore";

  private final Reconciler reconciler;
  private final Duration every;
  private final Properties quartz;
  private List<ScheduledJob> jobs = List.of();
  private List<AutoCloseable> started = List.of();

  /**
   * @param every how long from one round to the next, give or take a fifth
   * @param quartz Quartz's own keys
   * @throws IllegalArgumentException if they ask for a store outside the pod
   */
  public Waker(Reconciler reconciler, Duration every, Map<String, String> quartz) {
    this.reconciler = reconciler;
    this.every = every;
    this.quartz = properties(quartz);
  }

  /** What is to be woken; to be said before the start. */
  public void schedule(Collection<ScheduledJob> scheduled) {
    jobs = List.copyOf(scheduled);
  }

  @Override
  public synchronized void start() {
    if (isRunning() || jobs.isEmpty()) {
      return;
    }
    try {
      Scheduler scheduler = new StdSchedulerFactory(quartz).getScheduler();
      scheduler.setJobFactory((bundle, owner) -> fire(bundle.getJobDetail().getKey().getName()));
      for (ScheduledJob job : jobs) {
        scheduler.scheduleJob(detail(job), trigger(job));
        tell(job);
      }
      scheduler.start();
      ScheduledThreadPoolExecutor rounds =
          new ScheduledThreadPoolExecutor(1, task -> new Thread(task, "runledger-round"));
      started = List.of(() -> scheduler.shutdown(true), () -> end(rounds));
      roundLater(rounds, every.dividedBy(10));
    } catch (SchedulerException e) {
      throw new IllegalStateException("Quartz could not be started; nothing was scheduled.", e);
    }
  }

  private void roundLater(ScheduledThreadPoolExecutor rounds, Duration delay) {
    try {
      ScheduledFuture<?> unused =
          rounds.schedule(
              () -> {
                round();
                roundLater(rounds, jittered());
              },
              delay.toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("The rounds have ended.", e);
    }
  }

  /** A round that is under way may end; its questions to the database are short. */
  private static void end(ScheduledThreadPoolExecutor rounds) throws InterruptedException {
    rounds.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    rounds.shutdown();
    if (!rounds.awaitTermination(LAST_ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
      rounds.shutdownNow();
    }
  }

  /** The next round comes whatever this one met: pods must not go silent. */
  private void round() {
    try {
      reconciler.round(jobs);
    } catch (RuntimeException e) {
      log.atError().setCause(e).log("A round of the reconciler failed; the next one comes.");
    }
  }

  /** Pods that were started together shall not ask together for ever. */
  private Duration jittered() {
    long fifth = Math.max(1, every.toMillis() / 5);
    return every.plusMillis(ThreadLocalRandom.current().nextLong(-fifth, fifth + 1));
  }

  private Job fire(String name) {
    return context ->
        jobs.stream().filter(job -> job.name().equals(name)).forEach(reconciler::wake);
  }

  private static JobDetail detail(ScheduledJob job) {
    return JobBuilder.newJob(Job.class).withIdentity(job.name(), "runledger").build();
  }

  private static Trigger trigger(ScheduledJob job) {
    return TriggerBuilder.newTrigger()
        .withIdentity(job.name(), "runledger")
        .withSchedule(
            CronScheduleBuilder.cronSchedule(job.schedule().expression())
                .inTimeZone(TimeZone.getTimeZone(job.schedule().zone())))
        .build();
  }

  private static void tell(ScheduledJob job) {
    log.atInfo()
        .addKeyValue("job", job.name())
        .log(
            "{}: next due {}.",
            job.name(),
            job.schedule()
                .next(Instant.now())
                .map(local -> local + " " + job.schedule().zone())
                .orElse("never again: its schedule has ended"));
  }

  private static Properties properties(Map<String, String> given) {
    Properties properties = new Properties();
    properties.setProperty("org.quartz.threadPool.threadCount", "4");
    properties.putAll(given);
    // Quartz knows its schedulers by name, one of each in a JVM.
    properties.putIfAbsent("org.quartz.scheduler.instanceName", "runledger-" + UUID.randomUUID());
    properties.putIfAbsent("org.quartz.scheduler.skipUpdateCheck", "true");
    properties.putIfAbsent("org.quartz.jobStore.class", IN_MEMORY);
    String store = properties.getProperty("org.quartz.jobStore.class");
    if (!IN_MEMORY.equals(store)) {
      throw new IllegalArgumentException(
          """
          runledger.quartz.org.quartz.jobStore.class is '%s'; Runledger's Quartz is in memory on each \
          pod, and what is due comes from the ledger. Remove the key."""
              .formatted(store));
    }
    return properties;
  }

  @Override
  public synchronized void stop() {
    for (AutoCloseable one : started) {
      try {
        one.close();
      } catch (Exception e) {
        log.atWarn().setCause(e).log("A part of the schedule could not be stopped.");
      }
    }
    started = List.of();
  }

  @Override
  public synchronized boolean isRunning() {
    return !started.isEmpty();
  }
}
