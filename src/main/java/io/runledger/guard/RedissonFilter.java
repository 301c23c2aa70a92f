package io.runledger.guard;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The filter over any number of independent nodes: an attempt holds a lock if the majority of all
 * of them says so. Not Redisson's own multi lock, which asks one node after the other and counts a
 * dead one as a reason to fail.
 */
final class RedissonFilter implements Filter {
  /** Above a node's own patience, below the second that is promised. */
  private static final Duration BOUND = Duration.ofMillis(950);

  private final List<RedissonNode> nodes;

  RedissonFilter(List<RedissonNode> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  @Override
  public Answer tryAcquire(String lockName, UUID attempt) {
    Hold hold = new Hold(lockName, attempt);
    Vote vote = poll(node -> node.acquire(hold));
    if (vote == Vote.YES) {
      return Answer.HELD;
    }
    for (RedissonNode node : nodes) {
      CompletableFuture<Void> unused = node.giveBack(hold); // nobody waits for it
    }
    return vote == Vote.NO ? Answer.BUSY : Answer.UNKNOWN;
  }

  @Override
  public Holding probe(String lockName, UUID attempt) {
    Hold hold = new Hold(lockName, attempt);
    return switch (poll(node -> node.holds(hold))) {
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

  private Vote poll(Function<RedissonNode, CompletableFuture<Vote>> question) {
    return Poll.of(nodes.stream().map(question).toList())
        .completeOnTimeout(Vote.UNKNOWN, BOUND.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  /** Waits for all, successful or not, for {@link #BOUND} at most. */
  private static void await(List<? extends CompletableFuture<?>> all) {
    CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
        .orTimeout(BOUND.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(failure -> null)
        .join();
  }
}
