package io.runledger.batch;

import io.runledger.guard.AttemptEnd;
import io.runledger.guard.AttemptFields;
import io.runledger.guard.Guard;
import io.runledger.guard.JobGuard;
import io.runledger.guard.LiveAttempt;
import io.runledger.guard.Passage;
import io.runledger.run.Decision;
import io.runledger.run.Layer;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The one way in: schedules, people and recovery ask here, and get a verdict. If the run is
 * granted, the work goes on on a thread of its own after the answer was given.
 */
public final class RunLauncher implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(RunLauncher.class);

  private final Guard guard;
  private final GuardedJobs jobs;
  private final AttemptWorker worker;
  private final VerdictLog verdicts = new VerdictLog();
  private final ExecutorService threads;
  private volatile boolean running;

  public RunLauncher(Guard guard, GuardedJobs jobs, AttemptWorker worker) {
    this.guard = guard;
    this.jobs = jobs;
    this.worker = worker;
    AtomicInteger count = new AtomicInteger();
    this.threads =
        Executors.newCachedThreadPool(
            task -> new Thread(task, "runledger-run-" + count.incrementAndGet()));
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
    JobGuard job =
        jobs.find(request.key().job())
            .map(GuardedJobs.GuardedJob::guard)
            .orElseThrow(() -> new UnknownJobException(request.key().job(), jobs.names()));
    RunParameters.check(request.key(), request.parameters());
    if (!running) {
      return new Verdict.Unavailable(
          request.key(), Decision.by(Layer.POD), job.effects(), "this pod is shutting down");
    }
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
    running = true;
  }

  /** Lets the steps stop at their next chunk, and waits until the last thread has left. */
  @Override
  public void stop(Runnable whenDone) {
    running = false;
    Thread waiter =
        new Thread(
            () -> {
              stopAll();
              whenDone.run();
            },
            "runledger-stop");
    waiter.start();
  }

  @Override
  public void stop() {
    running = false;
    stopAll();
  }

  private void stopAll() {
    for (LiveAttempt live : guard.live().all()) {
      AttemptFields.on(log.atInfo(), live.attempt())
          .log(
              "{}: this pod shuts down; attempt {} stops at its next chunk.",
              live.attempt().key(),
              live.attempt().number());
      live.tellToStop(LiveAttempt.Stop.SHUTDOWN);
    }
    for (LiveAttempt live : guard.live().all()) {
      live.end().toCompletableFuture().join();
    }
    threads.shutdown();
  }

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
