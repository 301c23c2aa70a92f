package io.runledger.schedule;

import io.runledger.batch.RunLauncher;
import io.runledger.guard.Guard;
import io.runledger.guard.JobRegister;
import io.runledger.guard.LedgerClock;
import io.runledger.run.OnLost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.UUID;
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
  private static final String IN_MEMORY = "org.quartz.simpl.RAMJobStore";

  private final Reconciler reconciler;
  private final Recovery recovery;
  private final Duration every;
  private final Properties quartz;
  private List<ScheduledJob> jobs = List.of();
  private boolean isWorker;
  private List<AutoCloseable> started = List.of();

  /**
   * @param every how long from one round to the next, at most
   * @param quartz Quartz's own keys
   * @throws IllegalArgumentException if they ask for a store outside the pod
   */
  public Waker(
      JobRegister register,
      LedgerClock clock,
      Guard guard,
      RunLauncher launcher,
      Duration every,
      Map<String, String> quartz) {
    Outage outage = new Outage();
    this.reconciler = new Reconciler(register, clock, guard.ledger(), launcher, outage);
    this.recovery = new Recovery(guard.ledger(), launcher, guard.events(), outage);
    this.every = every;
    this.quartz = properties(quartz);
  }

  /**
   * What this pod works for; to be said before the start. Without it nothing is woken here.
   *
   * @param scheduled what falls due by itself
   * @param recovered all jobs that this pod can resume, and what becomes of a lost run of theirs
   */
  public void workFor(Collection<ScheduledJob> scheduled, Map<String, OnLost> recovered) {
    jobs = List.copyOf(scheduled);
    recovery.define(recovered);
    isWorker = !recovered.isEmpty();
  }

  /** What resumes runs that wait for a pod. */
  public Recovery recovery() {
    return recovery;
  }

  @Override
  public synchronized void start() {
    if (isRunning() || !isWorker) {
      return;
    }
    List<AutoCloseable> begun = new ArrayList<>();
    if (!jobs.isEmpty()) {
      Scheduler scheduler = startQuartz();
      begun.add(() -> scheduler.shutdown(true));
    }
    Rounds rounds = Rounds.begin(every, this::round);
    begun.add(rounds::end);
    started = begun;
  }

  private Scheduler startQuartz() {
    try {
      Scheduler scheduler = new StdSchedulerFactory(quartz).getScheduler();
      scheduler.setJobFactory((bundle, owner) -> fire(bundle.getJobDetail().getKey().getName()));
      for (ScheduledJob job : jobs) {
        scheduler.scheduleJob(detail(job), trigger(job));
        tell(job);
      }
      scheduler.start();
      return scheduler;
    } catch (SchedulerException e) {
      throw new IllegalStateException("Quartz could not be started; nothing was scheduled.", e);
    }
  }

  /** What was begun goes on before what is due begins. */
  private void round() {
    recovery.round();
    reconciler.round(jobs);
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

  /** Beside the other parts of its phase: a database that hangs holds a round for seconds. */
  @Override
  public void stop(Runnable whenDone) {
    Thread stopping =
        new Thread(
            () -> {
              stop();
              whenDone.run();
            },
            "runledger-waker-stop");
    stopping.start();
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
