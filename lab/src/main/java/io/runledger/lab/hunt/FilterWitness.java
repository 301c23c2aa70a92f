package io.runledger.lab.hunt;

import io.runledger.guard.Filter;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Stands before a pod's filter, and tells the hunt what Redis said to each attempt, when it was
 * told so, and what it did with the lock.
 */
final class FilterWitness implements Filter {

  /** How its lines begin; the rest is {@code what|lock name|attempt|when}. */
  static final String MARK = "filter|";

  /** The attempt gives the lock back, whether it had it or not. */
  static final String GIVEN_BACK = "GIVEN_BACK";

  /** The attempt asked after its lock, and so is at work. */
  static final String PROBED = "PROBED_";

  private final Filter filter;

  FilterWitness(Filter filter) {
    this.filter = filter;
  }

  @Override
  public Answer tryAcquire(String lockName, UUID attempt) {
    Answer answer = filter.tryAcquire(lockName, attempt);
    tell(answer.name(), lockName, attempt);
    return answer;
  }

  @Override
  public Holding probe(String lockName, UUID attempt) {
    Holding holding = filter.probe(lockName, attempt);
    tell(PROBED + holding.name(), lockName, attempt);
    return holding;
  }

  @Override
  public void release(String lockName, UUID attempt) {
    tell(GIVEN_BACK, lockName, attempt);
    filter.release(lockName, attempt);
  }

  @Override
  public List<Node> nodes() {
    return filter.nodes();
  }

  @Override
  public void close() {
    filter.close();
  }

  private static void tell(String what, String lockName, UUID attempt) {
    System.out.println(
        MARK + String.join("|", what, lockName, attempt.toString(), Instant.now().toString()));
  }
}
