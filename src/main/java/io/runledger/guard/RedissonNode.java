package io.runledger.guard;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * One independent Redis: a server, or what stands behind one Redisson file. It answers within
 * {@link #PATIENCE} or counts as unknown; what it grants later, to an attempt that has given up,
 * goes back.
 */
final class RedissonNode {
  private static final Duration PATIENCE = Duration.ofMillis(850);
  private static final Duration HEALTH_KEY_LIVES = Duration.ofSeconds(1);

  private final String name;
  private final FilterKeys keys;
  private final NodeState state;
  private final LazyClient client;
  private final Ghosts ghosts = new Ghosts(this::unlock, this::isWanted);

  /** What may lie on this node for an attempt that has not given it back, by its request. */
  private final Map<Hold, Object> wanted = new ConcurrentHashMap<>();

  /** Does not connect yet. */
  RedissonNode(String name, Config config, FilterKeys keys) {
    this.name = name;
    this.keys = keys;
    this.state = new NodeState(name);
    this.client = new LazyClient(name, config);
  }

  /** Begins to connect, in the background and without a word. */
  void connect() {
    client.connect();
  }

  /** Asks for the lock: YES if it is granted, NO if another has it. */
  CompletableFuture<Vote> acquire(Hold hold) {
    Object request = new Object();
    wanted.put(hold, request);
    return vote(
        client
            .ask(redisson -> lock(redisson, hold).tryLockAsync(hold.owner()))
            .whenComplete((granted, failure) -> settle(hold, request, granted, failure)),
        true);
  }

  /** Whether the lock is there and is the attempt's. */
  CompletableFuture<Vote> holds(Hold hold) {
    return vote(
        client.ask(redisson -> lock(redisson, hold).isHeldByThreadAsync(hold.owner())), false);
  }

  /**
   * Gives back what this node has granted, or may have, or may yet. The future ends with the node's
   * answer, true if there was something, and fails if there is none; then it is asked again in the
   * background.
   */
  CompletableFuture<Boolean> giveBack(Hold hold) {
    return wanted.remove(hold) == null
        ? CompletableFuture.completedFuture(false)
        : ghosts.banish(hold);
  }

  /** Sees whether the node takes writes: a replica, or a server that is full, can still read. */
  CompletableFuture<Filter.Node> check() {
    return vote(
            client
                .ask(
                    redisson ->
                        redisson
                            .getBucket(keys.health(), StringCodec.INSTANCE)
                            .setAsync("up", HEALTH_KEY_LIVES))
                .thenApply(written -> true),
            true)
        .thenApply(vote -> new Filter.Node(name, vote == Vote.YES, state.trouble()));
  }

  /** Ends renewals at once; the future ends when the client's threads have. */
  CompletionStage<Void> close() {
    state.silence();
    ghosts.close();
    return client.close();
  }

  private RLock lock(RedissonClient redisson, Hold hold) {
    return redisson.getLock(keys.lock(hold.lockName()));
  }

  private boolean isWanted(Hold hold) {
    return wanted.containsKey(hold);
  }

  private void settle(
      Hold hold, Object request, @Nullable Boolean granted, @Nullable Throwable failure) {
    if (failure != null && NodeState.isStrangeKey(failure)) {
      state.foundStrangeKey(keys.lock(hold.lockName()));
    }
    boolean mayBeOurs =
        failure == null ? Boolean.TRUE.equals(granted) : LazyClient.mayBeCarriedOut(failure);
    if (!mayBeOurs) {
      wanted.remove(hold, request);
    } else if (!isWanted(hold)) {
      // Too late. The unlock sent when it was given up came too early, or was not sent.
      CompletableFuture<Boolean> unused = ghosts.banish(hold);
    }
  }

  /** True if it was ours, false if it is not. */
  private CompletableFuture<Boolean> unlock(Hold hold) {
    return inTime(client.ask(redisson -> lock(redisson, hold).unlockAsync(hold.owner())))
        .handle(
            (done, failure) -> {
              if (failure == null) {
                state.answered();
                return true;
              }
              Throwable cause = LazyClient.cause(failure);
              if (cause instanceof IllegalMonitorStateException) {
                return false;
              }
              state.failed(cause);
              throw new CompletionException(cause);
            });
  }

  /**
   * @param written whether the question was a write: an answer to a read proves nothing about the
   *     node's taking a lock
   */
  private CompletableFuture<Vote> vote(CompletableFuture<Boolean> answer, boolean written) {
    return inTime(answer)
        .handle(
            (yes, failure) -> {
              if (failure != null) {
                state.failed(LazyClient.cause(failure));
                return Vote.UNKNOWN;
              }
              if (written) {
                state.answered();
              }
              return yes ? Vote.YES : Vote.NO;
            });
  }

  private static <T> CompletableFuture<T> inTime(CompletableFuture<T> answer) {
    return answer.copy().orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }
}
