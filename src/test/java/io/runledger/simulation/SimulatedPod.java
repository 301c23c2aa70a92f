package io.runledger.simulation;

import io.runledger.batch.AttemptWorker;
import io.runledger.batch.Executions;
import io.runledger.batch.GuardedJobs;
import io.runledger.batch.JobsAsTheyAre;
import io.runledger.batch.RunLauncher;
import io.runledger.batch.Takeover;
import io.runledger.guard.ControlPools;
import io.runledger.guard.DatabaseClock;
import io.runledger.guard.Guard;
import io.runledger.guard.JobGuard;
import io.runledger.guard.StopRequests;
import io.runledger.run.Effects;
import io.runledger.run.Pod;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import io.runledger.schedule.RoundsByHand;
import io.runledger.schedule.ScheduledTimetable;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.support.ResourcelessJobRepository;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** The real guard, launcher, recovery and reconciler of one pod, on simulated time and wires. */
final class SimulatedPod {

  static final Duration LEASE = Duration.ofSeconds(6);
  static final Duration ROUND = Duration.ofSeconds(3);
  private static final Duration CONTROL_SILENCE = Duration.ofSeconds(10);
  private static final Duration CONTROL_LOCK_TIMEOUT = Duration.ofSeconds(3);
  private static final Duration NO_LIMIT = Duration.ofHours(1);

  private final Night night;
  private final Host host;
  private final Line control;
  private final Line jobs;
  private final Guard guard;
  private final RunLauncher launcher;
  private final RoundsByHand rounds;
  private @Nullable Mover resting;

  SimulatedPod(Night night, Host host) {
    this.night = night;
    this.host = host;
    control = new Line(host, night, CONTROL_SILENCE, CONTROL_SILENCE, CONTROL_LOCK_TIMEOUT);
    jobs = new Line(host, night, NO_LIMIT, night.chunkIdle(), null);
    HostTime time = new HostTime(night, host);
    Pod pod = new Pod(host.name(), night.chance().uuid());
    DatabaseClock clock = new DatabaseClock(control);
    guard =
        new Guard(
            pod,
            night.redis().seenBy(host),
            ControlPools.of(control),
            clock,
            jobs,
            List.of(night.promises().listener(host)),
            time);
    ScheduledTimetable timetable = new ScheduledTimetable(night.schedules());
    Map<String, GuardedJobs.GuardedJob> guarded = new TreeMap<>();
    for (String name : Night.JOBS) {
      guarded.put(
          name,
          new GuardedJobs.GuardedJob(
              new ItemsJob(name, night, host, guard, jobs),
              new JobGuard(
                  name,
                  night.sharedLock(),
                  LEASE,
                  night.chunkIdle(),
                  Effects.LEDGER,
                  ZoneOffset.UTC,
                  timetable)));
    }
    GuardedJobs all = JobsAsTheyAre.of(guarded);
    Takeover takeover =
        new Takeover(
            new ResourcelessJobRepository(),
            guard.fence(),
            jobs,
            new JdbcTransactionManager(jobs),
            "runledger.BATCH_");
    launcher =
        new RunLauncher(
            guard,
            all,
            new AttemptWorker(guard, all, operator(), takeover, new Executions()),
            time);
    launcher.start();
    rounds = new RoundsByHand(guard, pod, launcher, control, clock, night.schedules(), timetable);
    night.turns().begin(host, "rounds", night.chance().between(Duration.ZERO, ROUND), this::round);
  }

  /** Runs the job on the calling thread, without any repository. */
  private static JobOperator operator() {
    return (JobOperator)
        Proxy.newProxyInstance(
            SimulatedPod.class.getClassLoader(),
            new Class<?>[] {JobOperator.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("start") || !(arguments[0] instanceof Job job)) {
                throw new UnsupportedOperationException(method.getName());
              }
              JobExecution execution =
                  new JobExecution(
                      1, new JobInstance(1, job.getName()), (JobParameters) arguments[1]);
              job.execute(execution);
              return execution;
            });
  }

  Host host() {
    return host;
  }

  private void round() {
    while (true) {
      rounds.once(this::soon);
      resting = night.turns().mover();
      night.turns().pause(night.chance().between(ROUND.multipliedBy(3).dividedBy(5), ROUND));
      resting = null;
    }
  }

  private void soon() {
    Mover waiting = resting;
    if (waiting != null && !host.isDead()) {
      resting = null;
      night.turns().wake(waiting);
    }
  }

  /** A person asks for a run here. */
  void press(RunRequest request) {
    night
        .turns()
        .begin(
            host,
            "press",
            Duration.ZERO,
            () -> {
              Verdict unused = launcher.ask(request);
            });
  }

  /** A person stops a run from here. */
  void stop(RunKey key) {
    night
        .turns()
        .begin(
            host,
            "stop",
            Duration.ZERO,
            () -> {
              try {
                boolean unused = new StopRequests(control).ask(key, "person", null);
              } catch (DataAccessException e) {
                // The person sees that, and may ask again.
              }
            });
  }

  /** The pod is asked to end: what works here stops at its next chunk, and then the pod is gone. */
  void leave() {
    night
        .turns()
        .begin(
            host,
            "leave",
            Duration.ZERO,
            () -> {
              launcher.leave();
              while (!guard.live().all().isEmpty()) {
                night.turns().pause(Duration.ofMillis(200));
              }
              night.turns().at(Duration.ZERO, null, () -> night.kill(host));
            });
  }

  void sever() {
    control.sever();
    jobs.sever();
  }

  void frozen() {
    control.frozen();
    jobs.frozen();
  }
}
