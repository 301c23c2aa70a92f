package io.runledger.simulation;

import io.runledger.guard.Filter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A Redis that gives no safety: it forgets, it cannot say, and it tells of a lock that nobody has.
 * Keys stay when their owner dies, and go with everything else that is forgotten.
 */
final class SimulatedRedis {

  private final Night night;
  private final Map<String, UUID> keys = new HashMap<>();
  private final int unknownPercent;
  private final int forgottenPercent;

  SimulatedRedis(Night night) {
    this.night = night;
    boolean troubled = night.chance().percent(50);
    unknownPercent = troubled ? night.chance().upTo(60) : 0;
    forgottenPercent = troubled ? night.chance().upTo(40) : 0;
  }

  Filter seenBy(Host host) {
    return new Filter() {
      @Override
      public Answer tryAcquire(String lockName, UUID attempt) {
        if (isAway(host)) {
          return Answer.UNKNOWN;
        }
        return keys.putIfAbsent(lockName, attempt) == null ? Answer.HELD : Answer.BUSY;
      }

      @Override
      public Holding probe(String lockName, UUID attempt) {
        if (isAway(host)) {
          return Holding.UNKNOWN;
        }
        return attempt.equals(keys.get(lockName)) ? Holding.HELD : Holding.LOST;
      }

      @Override
      public void release(String lockName, UUID attempt) {
        if (!host.isDead() && !isAway(host)) {
          keys.remove(lockName, attempt);
        }
      }

      @Override
      public List<Node> nodes() {
        return List.of();
      }

      @Override
      public void close() {}
    };
  }

  private boolean isAway(Host host) {
    if (night.turns().current() != null) {
      night.pause(host, night.chance().latency());
    }
    if (night.chance().percent(forgottenPercent)) {
      keys.clear();
    }
    return night.chance().percent(unknownPercent);
  }
}
