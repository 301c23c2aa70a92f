package io.runledger.lab.pod;

import java.util.List;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Redisson's lock with its watchdog: {@code lock()}, and {@code unlock()} in a finally. */
final class WatchdogLock implements NaiveLock {

  private final RLock lock;

  WatchdogLock(NaiveSettings settings) {
    List<RedissonClient> clients = RedissonClients.open(settings);
    lock =
        settings.style() == LockStyle.MAJORITY
            ? majority(clients)
            : clients.get(0).getLock("post-interest");
  }

  // Deprecated, and still what people find when they look for it.
  @SuppressWarnings("deprecation")
  private static RLock majority(List<RedissonClient> clients) {
    return new RedissonRedLock(
        clients.stream().map(client -> client.getLock("post-interest")).toArray(RLock[]::new));
  }

  @Override
  public void lock() {
    lock.lock();
  }

  @Override
  public boolean tryLock() {
    return lock.tryLock();
  }

  @Override
  public void unlock() {
    lock.unlock();
  }
}
