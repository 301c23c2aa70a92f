package io.runledger.guard;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A filter that answers what the test wants to hear, and knows what it has handed out. */
public final class ScriptedFilter implements Filter {

  volatile Answer answer = Answer.HELD;
  volatile Holding holding = Holding.HELD;

  /** What happens elsewhere between the look at the row and the claim. */
  volatile Runnable meanwhile = () -> {};

  private final AtomicInteger asked = new AtomicInteger();
  private final Set<UUID> held = ConcurrentHashMap.newKeySet();

  public static ScriptedFilter saying(Answer answer) {
    ScriptedFilter filter = new ScriptedFilter();
    filter.answer = answer;
    return filter;
  }

  /** How often it was asked for a lock. */
  public int asked() {
    return asked.get();
  }

  Set<UUID> held() {
    return Set.copyOf(held);
  }

  @Override
  public Answer tryAcquire(String lockName, UUID attempt) {
    asked.incrementAndGet();
    meanwhile.run();
    // After UNKNOWN the key may be there all the same: a ghost, which the release ends.
    if (answer != Answer.BUSY) {
      held.add(attempt);
    }
    return answer;
  }

  @Override
  public Holding probe(String lockName, UUID attempt) {
    return held.contains(attempt) ? holding : Holding.LOST;
  }

  @Override
  public void release(String lockName, UUID attempt) {
    held.remove(attempt);
  }

  @Override
  public List<Node> nodes() {
    return List.of();
  }

  @Override
  public void close() {}
}
