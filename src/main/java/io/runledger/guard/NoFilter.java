package io.runledger.guard;

import java.util.List;
import java.util.UUID;

/** No nodes configured: every attempt passes on to the lease, and nothing is ever lost. */
enum NoFilter implements Filter {
  INSTANCE;

  @Override
  public Answer tryAcquire(String lockName, UUID attempt) {
    return Answer.HELD;
  }

  @Override
  public Holding probe(String lockName, UUID attempt) {
    return Holding.HELD;
  }

  @Override
  public void release(String lockName, UUID attempt) {}

  @Override
  public List<Node> nodes() {
    return List.of();
  }

  @Override
  public void close() {}
}
