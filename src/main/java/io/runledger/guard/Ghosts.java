package io.runledger.guard;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Locks that may lie on a node though nobody wants them: a server that was frozen or slow carries
 * out, when it wakes, what it was asked before. They are given back again and again until the node
 * answers, one command a second while it does not.
 */
final class Ghosts {
  /** Beyond these a ghost is left to expire by itself. */
  private static final int MOST = 1_000;

  private static final Duration OLDEST = Duration.ofMinutes(5);
  private static final Executor A_SECOND_LATER =
      CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

  private record Ghost(Hold hold, long born) {
    boolean old() {
      return System.nanoTime() - born > OLDEST.toNanos();
    }
  }

  private final Function<Hold, CompletableFuture<Boolean>> unlock;
  private final Predicate<Hold> wanted;
  private final Queue<Ghost> backlog = new LinkedBlockingQueue<>(MOST);
  private final AtomicBoolean sweepPlanned = new AtomicBoolean();
  private volatile boolean closed;

  /**
   * @param unlock asks the node once: true if the hold was there (and may be there once more),
   *     false if it is not, failed if there is no answer
   * @param wanted whether somebody has asked for the hold again meanwhile
   */
  Ghosts(Function<Hold, CompletableFuture<Boolean>> unlock, Predicate<Hold> wanted) {
    this.unlock = unlock;
    this.wanted = wanted;
  }

  /**
   * Gives the hold back. The future ends with the node's first answer, true if the hold was there,
   * or fails with its failure; then it is tried again in the background.
   */
  CompletableFuture<Boolean> banish(Hold hold) {
    Ghost ghost = new Ghost(hold, System.nanoTime());
    return clear(hold)
        .whenComplete(
            (found, failure) -> {
              // Nothing there? The request for it may still be under way: look once more.
              if (failure != null || !found) {
                remember(ghost);
              }
            });
  }

  void close() {
    closed = true;
    backlog.clear();
  }

  private CompletableFuture<Boolean> clear(Hold hold) {
    // redisson#7367: a resent request counts twice, and one unlock leaves the lock in place.
    return unlock
        .apply(hold)
        .thenCompose(
            found ->
                found
                    ? clear(hold).thenApply(again -> true)
                    : CompletableFuture.completedFuture(false));
  }

  private void remember(Ghost ghost) {
    if (!closed
        && !ghost.old()
        && backlog.offer(ghost)
        && sweepPlanned.compareAndSet(false, true)) {
      A_SECOND_LATER.execute(
          () -> {
            sweepPlanned.set(false);
            sweep();
          });
    }
  }

  /** Clears one after the other, and stops at the first that finds no answer. */
  private void sweep() {
    Ghost ghost = backlog.poll();
    while (ghost != null && wanted.test(ghost.hold())) {
      ghost = backlog.poll();
    }
    if (ghost == null || closed) {
      return;
    }
    Ghost next = ghost;
    CompletableFuture<Void> unused =
        clear(next.hold())
            .handle(
                (found, failure) -> {
                  if (failure == null) {
                    sweep();
                  } else {
                    remember(next);
                  }
                  return null;
                });
  }
}
