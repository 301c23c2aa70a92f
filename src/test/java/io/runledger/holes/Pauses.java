package io.runledger.holes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The one point at which a pod stands still, so that the test can kill or freeze it just there. It
 * says {@code at <point>} on standard output, and goes on once the gate exists.
 */
final class Pauses {

  /** Where the pod pauses; {@code never} for one that does not. */
  static final String POINT = "holes.pause";

  /** The file that lets it go on. */
  static final String GATE = "holes.gate";

  /** One beside its execution context, and one beside its step execution. */
  private static final int FENCES_OF_A_CHUNK = 2;

  private static final long LOOK_AGAIN_NANOS = 5_000_000;

  private final String wanted;
  private final Path gate;
  private final AtomicBoolean reached = new AtomicBoolean();
  private final AtomicInteger chunks = new AtomicInteger();
  private final AtomicInteger fences = new AtomicInteger();
  private final AtomicInteger ranges = new AtomicInteger();

  Pauses(String wanted, Path gate) {
    this.wanted = wanted;
    this.gate = gate;
  }

  boolean isReached() {
    return reached.get();
  }

  /** Stands still here, once, if this is the point. */
  void at(String point) {
    if (!point.equals(wanted) || !reached.compareAndSet(false, true)) {
      return;
    }
    System.out.println("at " + point);
    while (!Files.exists(gate)) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }

  /** {@code write n}: the pod's n-th chunk is written, and not committed. */
  void atChunkWritten() {
    fences.set(0);
    at("write " + chunks.incrementAndGet());
  }

  /** The last of these after a chunk is read beside its progress. */
  void countFence() {
    fences.incrementAndGet();
  }

  /** {@code commit n}: the n-th chunk has passed its last fence, and is about to commit. */
  void atCommit() {
    if (fences.get() == FENCES_OF_A_CHUNK) {
      at("commit " + chunks.get());
    }
  }

  /** {@code range n}: the n-th partition has its row, and not its range. */
  void atRange() {
    at("range " + ranges.incrementAndGet());
  }
}
