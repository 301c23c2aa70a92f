package io.runledger.guard;

import io.runledger.run.Attempt;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of this JVM while it works: whether it still may, whether it shall stop, and when it
 * has ended. Each of the three happens once, and then stays.
 */
public final class LiveAttempt {

  /** Who wants the attempt to stop at its next chunk. */
  public enum Stop {
    /** The pod goes; another may resume the run at once. */
    SHUTDOWN,
    /** A person; a person resumes it. */
    PERSON
  }

  private final Attempt attempt;
  private final JobGuard job;
  private final String lockName;
  private final OpenConnections connections = new OpenConnections();
  private final long begunAt = System.nanoTime();
  private final CompletableFuture<String> lost = new CompletableFuture<>();
  private final CompletableFuture<Stop> stop = new CompletableFuture<>();
  private final CompletableFuture<AttemptEnd> end = new CompletableFuture<>();
  private final @Nullable AttemptEnd insteadOfWork;
  private volatile boolean progressed;
  private volatile boolean over;

  LiveAttempt(Attempt attempt, JobGuard job, String lockName) {
    this(new Claim(attempt, null), job, lockName);
  }

  LiveAttempt(Claim claim, JobGuard job, String lockName) {
    this.attempt = claim.attempt();
    this.insteadOfWork = claim.insteadOfWork();
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

  /** How it is to end without having worked; null if it is to work. */
  public @Nullable AttemptEnd insteadOfWork() {
    return insteadOfWork;
  }

  /** Whether the ledger knows that it committed something. */
  boolean hasProgressed() {
    return progressed;
  }

  void progressed() {
    progressed = true;
  }

  /** How long ago it was granted. */
  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - begunAt);
  }

  /**
   * Looks at this JVM's memory only.
   *
   * @throws AttemptLostException if the attempt is lost
   */
  public void requireAlive() {
    String why = lostBecause();
    if (why != null) {
      throw new AttemptLostException(attempt, why);
    }
  }

  public boolean isLost() {
    return lost.isDone();
  }

  /** Why it is lost; null while it lives. */
  public @Nullable String lostBecause() {
    return lost.getNow(null);
  }

  /** Asks the attempt to stop at its next chunk. The first who asks is the one it is stopped by. */
  public void tellToStop(Stop by) {
    stop.complete(by);
  }

  /** Who told it to stop; null if nobody did. */
  public @Nullable Stop toldToStopBy() {
    return stop.getNow(null);
  }

  /** Whether its steps shall not go on, since it is lost or was told to stop. */
  public boolean shallStop() {
    return lost.isDone() || stop.isDone();
  }

  /** Runs once the attempt is lost or told to stop, on the thread that does so. Must not throw. */
  public void whenItShallStop(Runnable action) {
    CompletableFuture<?> unused = CompletableFuture.anyOf(lost, stop).thenRun(action);
  }

  /** Runs once the attempt is lost, on the thread that notices. Must not throw. */
  void whenLost(Runnable action) {
    CompletableFuture<?> unused = lost.thenRun(action);
  }

  /** Marks it lost. True for the first who notices, who says so to the world. */
  boolean lose(String why) {
    return lost.complete(why);
  }

  /**
   * Completed when the last thread has left the attempt and what it held is given back, so that the
   * job's next run may be asked for at once; never exceptionally.
   */
  public CompletionStage<AttemptEnd> end() {
    return end.minimalCompletionStage();
  }

  /** What its threads are in the middle of a transaction on. */
  OpenConnections connections() {
    return connections;
  }

  /** Whether its end is written, and its lease about to be given back: nothing to keep any more. */
  boolean isOver() {
    return over;
  }

  /** Its end is written. */
  void over() {
    over = true;
  }

  /** What it held is given back. */
  void ended(AttemptEnd how) {
    end.complete(how);
  }
}
