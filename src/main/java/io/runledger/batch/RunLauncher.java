package io.runledger.batch;

import io.runledger.guard.AttemptEnd;
import io.runledger.guard.AttemptFields;
import io.runledger.guard.Guard;
import io.runledger.guard.JobGuard;
import io.runledger.guard.LiveAttempt;
import io.runledger.guard.Passage;
import io.runledger.guard.PodTime;
import io.runledger.run.Decision;
import io.runledger.run.Layer;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The one way in: schedules, people and recovery ask here, and get a verdict. If the run is
 * granted, the work goes on on a thread of its own after the answer was given.
 */
public final class RunLauncher implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(RunLauncher.class);

  private static final String THREADS = "runledger-run-";

  private final Guard guard;
  private final GuardedJobs jobs;
  private final AttemptWorker worker;
  private final PodTime time;
  private final VerdictLog verdicts = new VerdictLog();

  /** Held to ask; whoever wants nobody to be asking any more takes the other half. */
  private final ReadWriteLock asking = new ReentrantReadWriteLock();

  private volatile ExecutorService threads;
  private volatile boolean running;
  private volatile boolean leaving;

  /**
   * @param time whose threads the attempts work on
   */
  public RunLauncher(Guard guard, GuardedJobs jobs, AttemptWorker worker, PodTime time) {
    this.guard = guard;
    this.jobs = jobs;
    this.worker = worker;
    this.time = time;
    this.threads = time.threads(THREADS);
  }

  /**
   * Asks for a run.
   *
   * @return the answer; never an exception for a run that somebody else has or has done, or for a
   *     database that cannot answer
   * @throws UnknownJobException if no such job is guarded here
   * @throws IllegalArgumentException if an added parameter has a name that is taken, or cannot be
   *     kept
   */
  public Verdict ask(RunRequest request) {
    JobGuard job = check(request);
    asking.readLock().lock();
    try {
      return isLeaving()
          ? new Verdict.Unavailable(
              request.key(), Decision.by(Layer.POD), job.effects(), "this pod is shutting down")
          : askTheGuard(request, job);
    } finally {
      asking.readLock().unlock();
    }
  }

  /**
   * Refuses what {@link #ask} would refuse before it asks anybody.
   *
   * @throws UnknownJobException if no such job is guarded here
   * @throws IllegalArgumentException if an added parameter has a name that is taken, or cannot be
   *     kept
   */
  public JobGuard check(RunRequest request) {
    JobGuard job =
        jobs.find(request.key().job())
            .map(GuardedJobs.GuardedJob::guard)
            .orElseThrow(() -> new UnknownJobException(request.key().job(), jobs.names()));
    RunParameters.check(request.key(), request.parameters());
    return job;
  }

  private Verdict askTheGuard(RunRequest request, JobGuard job) {
    Passage passage = guard.chain().pass(request, job);
    verdicts.tell(passage.verdict(), request.cause());
    if (passage instanceof Passage.Granted granted) {
      begin(granted, request);
    }
    return passage.verdict();
  }

  /**
   * No thread, no work: whoever has been granted a run has to end it, or it stays open for ever.
   */
  private void begin(Passage.Granted granted, RunRequest request) {
    try {
      threads.execute(() -> worker.work(granted, request.parameters()));
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      AttemptEnd unused =
          guard.grants().finish(granted.attempt(), AttemptEnd.lost("no thread for it: " + e));
    }
  }

  /**
   * How an attempt of this pod ends. Empty if it does not work here, or has ended and left.
   *
   * @return completed when its last thread has left; never exceptionally
   */
  public Optional<CompletionStage<AttemptEnd>> end(UUID attempt) {
    return guard.live().byId(attempt).map(LiveAttempt::end);
  }

  @Override
  public void start() {
    if (threads.isShutdown()) {
      threads = time.threads(THREADS);
    }
    leaving = false;
    running = true;
  }

  /**
   * Grants nothing any more, and lets the steps of what works here stop at their next chunk.
   * Returns at once; {@link #stop()} waits for them.
   */
  public void leave() {
    leaving = true;
    for (LiveAttempt live : guard.live().all()) {
      if (live.toldToStopBy() == null) {
        AttemptFields.on(log.atInfo(), live.attempt())
            .log(
                "{}: this pod shuts down; attempt {} stops at its next chunk.",
                live.attempt().key(),
                live.attempt().number());
      }
      live.tellToStop(LiveAttempt.Stop.SHUTDOWN);
    }
  }

  /** Lets the steps stop at their next chunk, and waits until the last thread has left. */
  @Override
  public void stop(Runnable whenDone) {
    Thread waiter =
        new Thread(
            () -> {
              stop();
              whenDone.run();
            },
            "runledger-stop");
    waiter.start();
  }

  @Override
  public void stop() {
    running = false;
    leave();
    asking.writeLock().lock();
    try {
      // Whoever was asking by then may have been granted a run since.
      leave();
    } finally {
      asking.writeLock().unlock();
    }
    for (LiveAttempt live : guard.live().all()) {
      live.end().toCompletableFuture().join();
    }
    threads.shutdown();
  }

  /** Whether this pod grants nothing any more, since it shuts down. */
  public boolean isLeaving() {
    return leaving || !running;
  }

  /** Until its {@link #stop()}: what is not running, Spring does not stop. */
  @Override
  public boolean isRunning() {
    return running;
  }

  /** Ends before whatever else ends, but after what asks for runs by itself. */
  @Override
  public int getPhase() {
    return DEFAULT_PHASE - 100;
  }
}
