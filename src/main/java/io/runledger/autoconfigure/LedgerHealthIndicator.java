package io.runledger.autoconfigure;

import io.runledger.guard.Filter;
import io.runledger.guard.LiveAttempt;
import io.runledger.guard.LiveAttempts;
import io.runledger.run.Run;
import io.runledger.schedule.JobPunctuality;
import io.runledger.schedule.Recovery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.core.NestedExceptionUtils;

/**
 * Health {@code runledger}: UP if the ledger's database answers and takes writes, and nothing is
 * overdue. Redis is a detail that never fails it, since the guard works without. It is in no
 * liveness or readiness group: a database that is away is no reason to restart a pod in the middle
 * of a run.
 */
final class LedgerHealthIndicator implements HealthIndicator {

  private final UUID ledger;
  private final LedgerProbe database;
  private final Filter filter;
  private final LiveAttempts attempts;
  private final Recovery recovery;

  LedgerHealthIndicator(
      UUID ledger, LedgerProbe database, Filter filter, LiveAttempts attempts, Recovery recovery) {
    this.ledger = ledger;
    this.database = database;
    this.filter = filter;
    this.attempts = attempts;
    this.recovery = recovery;
  }

  @Override
  public Health health() {
    CompletableFuture<List<JobPunctuality>> answer = database.ask();
    Health.Builder health = new Health.Builder().up().withDetail("ledger", ledger);
    health.withDetail("filter", FilterReport.of(filter));
    health.withDetail(
        "attempts", attempts.all().stream().map(LedgerHealthIndicator::tell).toList());
    health.withDetail("left", recovery.left().stream().map(LedgerHealthIndicator::tell).toList());
    try {
      List<JobPunctuality> jobs = answer.join();
      health.withDetail("database", "answers");
      health.withDetail("jobs", jobs.stream().map(LedgerHealthIndicator::tell).toList());
      return (jobs.stream().anyMatch(JobPunctuality::isOverdue) ? health.down() : health).build();
    } catch (CompletionException e) {
      return health.down().withDetail("database", why(e)).build();
    }
  }

  private static String why(CompletionException failure) {
    Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
    return cause instanceof TimeoutException
        ? "no answer in time"
        : cause.getClass().getSimpleName() + ": " + firstLine(cause.getMessage());
  }

  /** PostgreSQL adds where in its own code it was. */
  private static String firstLine(@Nullable String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }

  private static Map<String, Object> tell(JobPunctuality job) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("job", job.job());
    told.put("overdue", job.isOverdue());
    putIfPresent(told, "run", job.overdue() == null ? null : job.overdue().toString());
    putIfPresent(told, "due", job.due());
    putIfPresent(told, "why", job.why());
    putIfPresent(told, "hold", job.hold());
    putIfPresent(told, "lastSuccess", job.lastSuccess());
    told.put("consecutiveFailures", job.failures());
    putIfPresent(told, "nextDue", job.next() == null ? null : job.next().due());
    return told;
  }

  private static void putIfPresent(Map<String, Object> told, String name, @Nullable Object value) {
    if (value != null) {
      told.put(name, value);
    }
  }

  private static Map<String, Object> tell(Run lost) {
    Map<String, Object> left = new LinkedHashMap<>();
    left.put("run", lost.key().toString());
    left.put("pod", lost.pod());
    left.put("since", lost.leaseUntil() == null ? lost.startedAt() : lost.leaseUntil());
    return left;
  }

  private static Map<String, Object> tell(LiveAttempt live) {
    Map<String, Object> attempt = new LinkedHashMap<>();
    attempt.put("run", live.attempt().key().toString());
    attempt.put("fence", live.attempt().fence());
    attempt.put("age", live.age());
    return attempt;
  }
}
