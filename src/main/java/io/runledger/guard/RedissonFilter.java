package io.runledger.guard;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * The filter over any number of independent nodes: an attempt holds a lock if the majority of all
 * of them says so. Not Redisson's own multi lock, which asks one node after the other and counts a
 * dead one as a reason to fail.
 */
final class RedissonFilter implements Filter {
  /** Above a node's own patience, below the second that is promised. */
  private static final Duration BOUND = Duration.ofMillis(950);

  private static final int MOST_ROUNDS = 5;
  private static final Duration ONE_MORE_ROUND = Duration.ofMillis(600);

  /** In milliseconds: the longest wait between two rounds. */
  private static final long PAUSE = 60;

  private final List<RedissonNode> nodes;

  RedissonFilter(List<RedissonNode> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /** Begins to connect to each node, without waiting for it. */
  void connect() {
    nodes.forEach(RedissonNode::connect);
  }

  @Override
  public Answer tryAcquire(String lockName, UUID attempt) {
    Hold hold = new Hold(lockName, attempt);
    long end = System.nanoTime() + BOUND.toNanos();
    for (int round = 1; ; round++) {
      Vote vote = poll(node -> node.acquire(hold), left(end));
      if (vote == Vote.YES) {
        return Answer.HELD;
      }
      CompletableFuture<Boolean> hadSome = giveBack(hold);
      if (vote == Vote.UNKNOWN) {
        return Answer.UNKNOWN;
      }
      // Of many pods that wake at once each may get one node, and none the majority.
      boolean split = hadSome.completeOnTimeout(false, PAUSE, TimeUnit.MILLISECONDS).join();
      if (!split || round == MOST_ROUNDS || left(end).compareTo(ONE_MORE_ROUND) < 0) {
        return Answer.BUSY;
      }
      LockSupport.parkNanos(
          TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextLong(1, PAUSE)));
    }
  }

  @Override
  public Holding probe(String lockName, UUID attempt) {
    Hold hold = new Hold(lockName, attempt);
    return switch (poll(node -> node.holds(hold), BOUND)) {
      case YES -> Holding.HELD;
      case NO -> Holding.LOST;
      case UNKNOWN -> Holding.UNKNOWN;
    };
  }

  @Override
  public void release(String lockName, UUID attempt) {
    Hold hold = new Hold(lockName, attempt);
    await(nodes.stream().map(node -> node.giveBack(hold)).toList());
  }

  @Override
  public List<Node> nodes() {
    List<CompletableFuture<Node>> checks = nodes.stream().map(RedissonNode::check).toList();
    await(checks);
    return checks.stream().map(CompletableFuture::join).toList();
  }

  @Override
  public void close() {
    await(nodes.stream().map(node -> node.close().toCompletableFuture()).toList());
  }

  private Vote poll(Function<RedissonNode, CompletableFuture<Vote>> question, Duration bound) {
    return Poll.of(nodes.stream().map(question).toList())
        .completeOnTimeout(Vote.UNKNOWN, bound.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  /** The future tells whether any node had granted something. */
  private CompletableFuture<Boolean> giveBack(Hold hold) {
    CompletableFuture<Boolean> any = CompletableFuture.completedFuture(false);
    for (RedissonNode node : nodes) {
      any = any.thenCombine(node.giveBack(hold).exceptionally(e -> false), Boolean::logicalOr);
    }
    return any;
  }

  private static Duration left(long end) {
    return Duration.ofNanos(end - System.nanoTime());
  }

  /** Waits for all, successful or not, for {@link #BOUND} at most. */
  private static void await(List<? extends CompletableFuture<?>> all) {
    CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
        .orTimeout(BOUND.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(failure -> null)
        .join();
  }
}
