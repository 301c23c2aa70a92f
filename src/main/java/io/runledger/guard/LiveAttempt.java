package io.runledger.guard;

import io.runledger.run.Attempt;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of this JVM while it works, and whether it still may. Once lost it stays lost: the
 * first who notices says why.
 */
public final class LiveAttempt {

  private final Attempt attempt;
  private final JobGuard job;
  private final String lockName;
  private final AtomicReference<@Nullable String> lost = new AtomicReference<>();
  private final CopyOnWriteArrayList<Runnable> whenLost = new CopyOnWriteArrayList<>();
  private final CompletableFuture<AttemptEnd> end = new CompletableFuture<>();
  private final long begunAt = System.nanoTime();

  LiveAttempt(Attempt attempt, JobGuard job, String lockName) {
    this.attempt = attempt;
    this.job = job;
    this.lockName = lockName;
  }

  public Attempt attempt() {
    return attempt;
  }

  public JobGuard job() {
    return job;
  }

  public String lockName() {
    return lockName;
  }

  /** Refuses to go on if the attempt is lost. Cheap: it looks at this JVM's memory only. */
  public void requireAlive() {
    String why = lost.get();
    if (why != null) {
      throw new AttemptLostException(attempt, why);
    }
  }

  public boolean isLost() {
    return lost.get() != null;
  }

  /** Why it is lost; null while it lives. */
  public @Nullable String lostBecause() {
    return lost.get();
  }

  /** Runs when the attempt is lost, on the thread that notices; at once if it already is. */
  public void whenLost(Runnable action) {
    whenLost.add(action);
    if (isLost() && whenLost.remove(action)) {
      action.run();
    }
  }

  /** Marks it lost. True for the first caller only, who warns. */
  boolean lose(String why) {
    if (!lost.compareAndSet(null, why)) {
      return false;
    }
    for (Runnable action : whenLost) {
      if (whenLost.remove(action)) {
        action.run();
      }
    }
    return true;
  }

  /** How long ago it was granted. */
  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - begunAt);
  }

  /** Completed when the last thread has left the attempt; never exceptionally. */
  public CompletionStage<AttemptEnd> end() {
    return end.minimalCompletionStage();
  }

  boolean hasEnded() {
    return end.isDone();
  }

  void ended(AttemptEnd how) {
    end.complete(how);
  }
}
