package io.runledger.guard;

import java.util.UUID;

public interface Filter extends AutoCloseable {

  enum Answer {
    HELD,
    BUSY,
    UNKNOWN
  }

  enum Holding {
    HELD,
    LOST,
    UNKNOWN
  }

  Answer tryAcquire(String lockName, UUID attempt);

  Holding probe(String lockName, UUID attempt);

  void release(String lockName, UUID attempt);

  @Override
  void close();
}
