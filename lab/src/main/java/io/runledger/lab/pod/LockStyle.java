package io.runledger.lab.pod;

/** How a naive runner uses Redis as a lock. */
public enum LockStyle {
  /** Redisson's {@code RLock} without a lease time: its watchdog renews the key. */
  WATCHDOG,
  /** The same, on three independent masters of which two must grant. */
  MAJORITY,
  /** {@code SET NX PX}, a TTL that nobody renews, and {@code DEL} at the end. */
  FIXED_TTL,
  /** The same, and a thread that says {@code PEXPIRE} every third of the TTL. */
  RENEWED,
  /** {@code SET NX} without a TTL. */
  NO_TTL
}
