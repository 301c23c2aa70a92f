package io.runledger.schedule;

import io.runledger.batch.JobRenaming;
import io.runledger.batch.RunLauncher;
import io.runledger.guard.Guard;
import io.runledger.guard.JobRegister;
import io.runledger.guard.LedgerClock;
import io.runledger.guard.Standings;
import io.runledger.run.OnLost;
import io.runledger.run.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
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
  private static final String THREADS = "org.quartz.threadPool.threadCount";
  private static final String IN_MEMORY = "org.quartz.simpl.RAMJobStore";

  /** A fire is the same instant on all pods; their questions are not. */
  private static final Duration LONGEST_JITTER = Duration.ofMillis(500);

  private final JobRegister register;
  private final Standings standings;
  private final LedgerClock clock;
  private final Reconciler reconciler;
  private final Recovery recovery;
  private final Duration every;
  private final Properties quartz;
  private Optional<Work> work = Optional.empty();
  private List<AutoCloseable> started = List.of();

  /**
   * @param every how long from one round to the next, at most
   * @param quartz Quartz's own keys
   * @throws IllegalArgumentException if they ask for a store outside the pod
   */
  public Waker(
      JobRegister register,
      Standings standings,
      LedgerClock clock,
      Guard guard,
      Pod pod,
      RunLauncher launcher,
      JobRenaming renaming,
      Duration every,
      Map<String, String> quartz) {
    this.register = register;
    this.standings = standings;
    this.clock = clock;
    Outage outage = new Outage();
    this.reconciler = new Reconciler(register, guard.ledger(), pod, launcher, renaming, outage);
    this.recovery = new Recovery(guard.ledger(), clock, launcher, guard.events(), outage);
    this.every = every;
    this.quartz = properties(quartz);
  }

  /**
   * What this pod works for; to be said before the start. Without it nothing is woken here.
   *
   * @param schedules what falls due by itself
   * @param timetable says it to whoever asks for a run
   * @param onLost all jobs that this pod can resume, and what becomes of a lost run of theirs
   */
  public void workFor(
      Schedules schedules, ScheduledTimetable timetable, Map<String, OnLost> onLost) {
    Agendas agendas = new Agendas(schedules, clock, register, standings);
    work =
        Optional.of(new Work(schedules, agendas, timetable, onLost))
            .filter(some -> !some.jobs().isEmpty());
  }

  /** What resumes runs that wait for a pod. */
  public Recovery recovery() {
    return recovery;
  }

  @Override
  public synchronized void start() {
    if (isRunning() || work.isEmpty()) {
      return;
    }
    Work some = work.get();
    ExecutorService asking =
        Executors.newFixedThreadPool(
            Integer.parseInt(quartz.getProperty(THREADS)),
            task -> new Thread(task, "runledger-ask"));
    AtomicReference<@Nullable Rounds> itself = new AtomicReference<>();
    Runnable more =
        () -> {
          Rounds rounds = itself.get();
          if (rounds != null) {
            rounds.soon();
          }
        };
    Rounds rounds =
        Rounds.begin(
            every,
            () -> {
              // What was begun goes on before what is due begins.
              recovery.round(some, more);
              reconciler.round(some, asking, more);
            });
    itself.set(rounds);
    List<AutoCloseable> begun = new ArrayList<>();
    if (some.schedules().all().stream().anyMatch(schedule -> schedule.cron() != null)) {
      Scheduler scheduler = startQuartz(some.schedules(), rounds);
      begun.add(() -> scheduler.shutdown(true));
    }
    begun.add(rounds::end);
    begun.add(asking::shutdown);
    started = begun;
  }

  private Scheduler startQuartz(Schedules schedules, Rounds rounds) {
    try {
      Scheduler scheduler = new StdSchedulerFactory(quartz).getScheduler();
      Duration jitter = every.compareTo(LONGEST_JITTER) < 0 ? every : LONGEST_JITTER;
      scheduler.setJobFactory((bundle, owner) -> context -> rounds.soonWithin(jitter));
      for (JobSchedule schedule : schedules.all()) {
        CronSchedule cron = schedule.cron();
        // Quartz refuses one that has ended.
        if (cron != null && cron.next(Instant.now()).isPresent()) {
          scheduler.scheduleJob(detail(schedule), trigger(schedule, cron));
        }
        tell(schedule, schedules);
      }
      scheduler.start();
      return scheduler;
    } catch (SchedulerException e) {
      throw new IllegalStateException("Quartz could not be started; nothing was scheduled.", e);
    }
  }

  private static JobDetail detail(JobSchedule schedule) {
    return JobBuilder.newJob(Job.class).withIdentity(schedule.job(), "runledger").build();
  }

  private static Trigger trigger(JobSchedule schedule, CronSchedule cron) {
    return TriggerBuilder.newTrigger()
        .withIdentity(schedule.job(), "runledger")
        .withSchedule(
            CronScheduleBuilder.cronSchedule(cron.expression())
                .inTimeZone(TimeZone.getTimeZone(schedule.zone())))
        .build();
  }

  private static void tell(JobSchedule schedule, Schedules schedules) {
    if (!schedule.isScheduled()) {
      return;
    }
    log.atInfo()
        .addKeyValue("job", schedule.job())
        .log(
            "{}: next due {}.",
            schedule.job(),
            schedules
                .next(schedule.job(), Instant.now())
                .map(
                    due ->
                        "%s, for %s"
                            .formatted(
                                due.due().atZone(schedule.zone()).toOffsetDateTime(), due.key()))
                .orElse("never again: its schedule has ended"));
  }

  private static Properties properties(Map<String, String> given) {
    Properties properties = new Properties();
    properties.setProperty(THREADS, "4");
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
