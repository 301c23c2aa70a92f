package io.runledger.autoconfigure;

import io.runledger.batch.GuardedJobs;
import io.runledger.batch.GuardedJobs.GuardedJob;
import io.runledger.guard.Filter;
import io.runledger.guard.Guard;
import io.runledger.guard.JobGuard;
import io.runledger.guard.LiveAttempt;
import io.runledger.operate.RunView;
import io.runledger.run.Attempt;
import io.runledger.run.Effects;
import io.runledger.run.Pod;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;

/**
 * Actuator endpoint {@code runledger}: what this pod guards and does, and what the ledger says. It
 * reads only. Without the database it still tells what this pod knows by itself.
 */
@Endpoint(id = "runledger")
public final class RunledgerEndpoint {

  private static final int RECENT = 20;

  private final Pod pod;
  private final UUID ledgerId;
  private final Guard guard;
  private final Filter filter;
  private final GuardedJobs jobs;

  RunledgerEndpoint(Pod pod, UUID ledgerId, Guard guard, Filter filter, GuardedJobs jobs) {
    this.pod = pod;
    this.ledgerId = ledgerId;
    this.guard = guard;
    this.filter = filter;
    this.jobs = jobs;
  }

  /**
   * The whole answer.
   *
   * @param pod this JVM, {@code host:boot}
   * @param ledger the ledger's id
   * @param jobs the guarded jobs of this pod
   * @param attempts what has threads in this pod right now
   * @param filter the filter's nodes as they answered just now; empty if the layer is off
   * @param recentRuns the runs that were last started or resumed by any pod, newest first, 20 at
   *     most
   * @param trouble why there are no recent runs, if the database did not answer; else absent
   */
  public record Overview(
      String pod,
      UUID ledger,
      List<JobView> jobs,
      List<AttemptView> attempts,
      List<Filter.Node> filter,
      List<RunView> recentRuns,
      @Nullable String trouble) {}

  /**
   * A guarded job.
   *
   * @param lock the lock name; with a part, the job's own name and the part
   */
  public record JobView(
      String job, String lock, Duration lease, Duration chunkIdle, Effects effects, String zone) {
    static JobView of(JobGuard guard) {
      return new JobView(
          guard.job(),
          guard.lock() == null ? guard.job() : guard.lock(),
          guard.lease(),
          guard.chunkIdle(),
          guard.effects(),
          guard.zone().getId());
    }
  }

  /**
   * An attempt that works in this pod.
   *
   * @param age how long ago it was granted
   * @param lost why it is lost, though its threads have not left yet; else absent
   */
  public record AttemptView(
      String job,
      LocalDate batchDate,
      String part,
      UUID attempt,
      int number,
      long fence,
      String lock,
      Duration age,
      @Nullable String lost) {
    static AttemptView of(LiveAttempt live) {
      Attempt attempt = live.attempt();
      return new AttemptView(
          attempt.key().job(),
          attempt.key().batchDate(),
          attempt.key().part(),
          attempt.id(),
          attempt.number(),
          attempt.fence(),
          live.lockName(),
          live.age(),
          live.lostBecause());
    }
  }

  /** Asks the filter's nodes and the ledger. */
  @ReadOperation
  public Overview overview() {
    List<RunView> runs = List.of();
    String trouble = null;
    try {
      runs = guard.ledger().recent(RECENT).stream().map(RunView::of).toList();
    } catch (DataAccessException e) {
      trouble = NestedExceptionUtils.getMostSpecificCause(e).getMessage();
    }
    return new Overview(
        pod.toString(),
        ledgerId,
        jobs.names().stream()
            .map(jobs::find)
            .flatMap(Optional::stream)
            .map(GuardedJob::guard)
            .map(JobView::of)
            .toList(),
        guard.live().all().stream().map(AttemptView::of).toList(),
        FilterReport.of(filter),
        runs,
        trouble);
  }
}
