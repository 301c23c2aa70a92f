package io.runledger.guard;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Layer 1: keeps most of those who come too late away from the database. It gives no safety at all:
 * it is cheap, it may lie, and it fails open. Whoever it lets pass still meets the lease and the
 * ledger; whoever it stops must be able to ask again, since what looks like another's lock may be a
 * ghost.
 *
 * <p>No method throws, and each returns within a second, whatever the state of the servers behind
 * it. All may be called from many threads.
 */
public interface Filter extends AutoCloseable {

  /** What the filter says to an attempt that wants to begin. */
  enum Answer {
    /** The lock is this attempt's, and is kept for it until {@link Filter#release}. */
    HELD,
    /** Somebody else seems to have the lock. Never final: ask again later, or ask the lease. */
    BUSY,
    /**
     * The filter cannot tell. The attempt goes on without it, and nothing is kept for it here:
     * whatever some node has granted, or grants late, is given back.
     */
    UNKNOWN
  }

  /** What became of a lock that was {@link Answer#HELD}. */
  enum Holding {
    HELD,
    /** Gone, or somebody else's: flushed, evicted, expired, or lost in a failover. */
    LOST,
    /** The filter cannot tell. */
    UNKNOWN
  }

  /**
   * One node's state, found by asking it now.
   *
   * @param name its address without the password, or the file that describes it
   * @param up whether it took a write just now
   * @param detail why it is not up, for people; null if it is
   */
  record Node(String name, boolean up, @Nullable String detail) {}

  /**
   * Asks for the lock, without waiting for its owner.
   *
   * @param lockName any text; equal texts exclude each other within one ledger
   * @param attempt who asks
   */
  Answer tryAcquire(String lockName, UUID attempt);

  /**
   * Whether the attempt, which was told {@link Answer#HELD}, still has the lock. For any other
   * attempt the answer means nothing.
   */
  Holding probe(String lockName, UUID attempt);

  /**
   * Gives the lock back, or whatever of it this attempt may have. Right after every answer, and
   * more than once. Where a node does not answer it is asked again in the background for a while;
   * past that the lock expires by itself.
   */
  void release(String lockName, UUID attempt);

  /** Each node and its state; empty if the layer is off. */
  List<Node> nodes();

  /** Ends all renewals. Locks that were not released expire by themselves. */
  @Override
  void close();

  /** The layer switched off: everybody passes. */
  static Filter off() {
    return NoFilter.INSTANCE;
  }
}
