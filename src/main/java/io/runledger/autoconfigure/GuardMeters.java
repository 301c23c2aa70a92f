package io.runledger.autoconfigure;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.runledger.guard.AttemptEnd;
import io.runledger.guard.GuardListener;
import io.runledger.run.Attempt;
import io.runledger.run.Run;
import io.runledger.run.Verdict;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * What happens in the guard, as meters. Their names, tags and units are a contract: dashboards and
 * alarms stand on them. No tag has a date, a part, a pod or a UUID in it, so the number of series
 * is bounded by the jobs, their steps and a few words.
 *
 * <p>The tag {@code job} is the job's name, {@code step} the name that the job gave the step. The
 * counters with the tag {@code job} alone are there from the start-up on, at 0, so that an alarm on
 * their increase does not miss the first one.
 */
public final class GuardMeters implements GuardListener {

  /**
   * Counter: requests answered. Tags {@code job}; {@code verdict}: STARTED, RESUMED,
   * ALREADY_COMPLETED, ALREADY_RUNNING, BLOCKED, UNAVAILABLE; {@code layer} that decided: POD,
   * FILTER, LEASE, LEDGER.
   */
  public static final String VERDICTS = "runledger.verdicts";

  /** Counter: requests that passed on because Redis could not say whether the lock is free. */
  public static final String FILTER_UNKNOWN = "runledger.filter.unknown";

  /**
   * Counter: attempts whose lock Redis lost while they worked; each attempt counts once, and goes
   * on. Tag {@code job}.
   */
  public static final String FILTER_LOST = "runledger.filter.lost";

  /**
   * Counter: renewals of a lease that ended in an error. Each is tried again; only when none
   * succeeds for a whole lease is the attempt lost. Tag {@code job}.
   */
  public static final String RENEWALS_FAILED = "runledger.lease.renewals.failed";

  /**
   * Counter: writes that the fence refused and that were rolled back. Above 0 it means that a
   * second run was under way and was stopped from committing. Tag {@code job}.
   */
  public static final String FENCE_REFUSALS = "runledger.fence.refusals";

  /**
   * Counter: attempts of this pod that noticed that they are lost. A pod that dies notices nothing;
   * its successor's verdict RESUMED does. Tag {@code job}.
   */
  public static final String ATTEMPTS_LOST = "runledger.attempts.lost";

  /**
   * Counter: runs that were closed as FAILED because attempt after attempt was lost without a
   * chunk. Tag {@code job}.
   */
  public static final String RUNS_POISONED = "runledger.runs.poisoned";

  /**
   * Counter: lost runs that this pod saw and left to a person, as their job's settings say. Tag
   * {@code job}.
   */
  public static final String RUNS_LEFT = "runledger.runs.left";

  /**
   * Timer: from the grant of a run to the end of the attempt's last thread. Tags {@code job};
   * {@code status}: COMPLETED, FAILED, STOPPED, LOST.
   */
  public static final String RUN_DURATION = "runledger.run.duration";

  /**
   * Timer: from a step's start to its end within one attempt; a partitioned step counts once. Tags
   * {@code job}, {@code step}; {@code status} as Spring Batch has it: COMPLETED, FAILED, STOPPED,
   * ABANDONED, UNKNOWN.
   */
  public static final String STEP_DURATION = "runledger.step.duration";

  /**
   * Counter: rows read by steps that ended, partitions included. Tags {@code job}, {@code step}.
   */
  public static final String STEP_READ = "runledger.step.read";

  /**
   * Counter: rows written by steps that ended, partitions included. Tags {@code job}, {@code step}.
   */
  public static final String STEP_WRITTEN = "runledger.step.written";

  private static final List<String> BY_JOB_ALONE =
      List.of(
          FILTER_LOST, RENEWALS_FAILED, FENCE_REFUSALS, ATTEMPTS_LOST, RUNS_POISONED, RUNS_LEFT);

  private final MeterRegistry registry;

  GuardMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Registers what counts troubles, at 0. */
  void expect(Collection<String> jobs) {
    count(FILTER_UNKNOWN, Tags.empty(), 0);
    for (String job : jobs) {
      BY_JOB_ALONE.forEach(name -> count(name, Tags.of("job", job), 0));
    }
  }

  @Override
  public void answered(Verdict verdict) {
    Tags tags =
        Tags.of(
            "job",
            verdict.key().job(),
            "verdict",
            verdict.word(),
            "layer",
            verdict.decision().layer().name());
    count(VERDICTS, tags, 1);
  }

  @Override
  public void filterUnknown(String lockName) {
    count(FILTER_UNKNOWN, Tags.empty(), 1);
  }

  @Override
  public void filterLost(Attempt attempt) {
    count(FILTER_LOST, job(attempt), 1);
  }

  @Override
  public void renewalFailed(Attempt attempt, Exception error) {
    count(RENEWALS_FAILED, job(attempt), 1);
  }

  @Override
  public void attemptLost(Attempt attempt, String why) {
    count(ATTEMPTS_LOST, job(attempt), 1);
  }

  @Override
  public void runPoisoned(Attempt attempt) {
    count(RUNS_POISONED, job(attempt), 1);
  }

  @Override
  public void runLeft(Run run) {
    count(RUNS_LEFT, Tags.of("job", run.key().job()), 1);
  }

  @Override
  public void fenceRefused(Attempt attempt) {
    count(FENCE_REFUSALS, job(attempt), 1);
  }

  @Override
  public void attemptEnded(Attempt attempt, AttemptEnd end, Duration took) {
    time(RUN_DURATION, job(attempt).and("status", end.status().name()), took);
  }

  @Override
  public void stepEnded(
      Attempt attempt, String step, String status, Duration took, long read, long written) {
    Tags tags = job(attempt).and("step", step);
    time(STEP_DURATION, tags.and("status", status), took);
    count(STEP_READ, tags, read);
    count(STEP_WRITTEN, tags, written);
  }

  private static Tags job(Attempt attempt) {
    return Tags.of("job", attempt.key().job());
  }

  private void count(String name, Tags tags, long by) {
    // Micrometer counts in double.
    Counter.builder(name).tags(tags).register(registry).increment((double) by);
  }

  private void time(String name, Tags tags, Duration took) {
    Timer.builder(name).tags(tags).register(registry).record(took);
  }
}
