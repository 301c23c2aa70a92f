package io.runledger.lab.stage;

import io.runledger.lab.pod.Habit;
import io.runledger.lab.pod.LockStyle;
import java.time.Duration;

/**
 * How a night is before the fault. Unless told otherwise: one Redis, naive runners that use
 * Redisson's lock with its watchdog of 30 s, and 60 s of work in 60 chunks. Times are those of the
 * real night. What is said of locks concerns the naive runners alone.
 */
public final class Setting {

  /** How long a lease holds, the framework's and the naive one's. */
  public static final Duration LEASE = Duration.ofSeconds(30);

  /** Items in a chunk. */
  public static final int CHUNK = 5;

  private Topology topology = Topology.SINGLE;
  private LockStyle style = LockStyle.WATCHDOG;
  private Duration ttl = Duration.ofSeconds(30);
  private Duration leastTtl = Duration.ZERO;
  private boolean asksWhoOwns;
  private int waitReplicas;
  private int pods = 2;
  private Habit habit = Habit.LOOKS_FIRST;
  private Duration leastLease = Duration.ZERO;
  private boolean oldRedisson;
  private Duration clockShift = Duration.ZERO;
  private boolean web;
  private int chunks = 60;
  private Duration perChunk = Duration.ofSeconds(1);

  /** Which Redis there is. */
  public Setting on(Topology other) {
    topology = other;
    return this;
  }

  /** How they lock, and for how long a grant or a renewal holds. */
  public Setting locking(LockStyle other, Duration holds) {
    style = other;
    ttl = holds;
    return this;
  }

  /** However small the scale, a grant holds so long in the time of this machine. */
  public Setting holdingAtLeast(Duration unscaled) {
    leastTtl = unscaled;
    return this;
  }

  /** They delete and renew only their own key. */
  public Setting askingWhoOwns() {
    asksWhoOwns = true;
    return this;
  }

  /** A grant counts once so many replicas have it. */
  public Setting waitingFor(int replicas) {
    waitReplicas = replicas;
    return this;
  }

  /** Whoever has the lock runs; a lease is kept so long at least, as ShedLock does. */
  public Setting trustingTheLock(Duration keptAtLeast) {
    habit = Habit.TRUSTS_THE_LOCK;
    leastLease = keptAtLeast;
    return this;
  }

  /** They use Redisson 3.15.6, as on the night of the incident. */
  public Setting oldRedisson() {
    oldRedisson = true;
    return this;
  }

  /** There is a third pod. */
  public Setting withThreePods() {
    pods = 3;
    return this;
  }

  /** The clock of the second pod is ahead. */
  public Setting shiftingTheSecondClock(Duration ahead) {
    clockShift = ahead;
    return this;
  }

  /** The guarded pods can be asked by REST, too. */
  public Setting onTheWeb() {
    web = true;
    return this;
  }

  /** How much work there is. */
  public Setting working(int inChunks, Duration each) {
    chunks = inChunks;
    perChunk = each;
    return this;
  }

  Topology topology() {
    return topology;
  }

  LockStyle style() {
    return style;
  }

  Duration ttl() {
    return ttl;
  }

  Duration leastTtl() {
    return leastTtl;
  }

  boolean asksWhoOwns() {
    return asksWhoOwns;
  }

  int waitReplicas() {
    return waitReplicas;
  }

  Habit habit() {
    return habit;
  }

  Duration leastLease() {
    return leastLease;
  }

  int pods() {
    return pods;
  }

  boolean usesOldRedisson() {
    return oldRedisson;
  }

  Duration clockShift() {
    return clockShift;
  }

  boolean isOnTheWeb() {
    return web;
  }

  int chunks() {
    return chunks;
  }

  Duration perChunk() {
    return perChunk;
  }
}
