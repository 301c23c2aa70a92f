package io.runledger.lab.model;

/**
 * Who holds which lock in the database. Nothing is stored: what a pod holds follows from how far it
 * is in its transaction, and goes when that ends. The server's queues are fair; here whoever could
 * be next may be next, which is more than that.
 */
final class AdvisoryLocks {

  private final World world;

  AdvisoryLocks(World world) {
    this.world = world;
  }

  /** {@code Ledger.lockNames}: the claim's own lock name, and the one that it saw in the row. */
  boolean mayLockForClaim(State state, int i) {
    for (int lock = 0; lock < world.locks(); lock++) {
      if (needsForClaim(state.pods[i], lock) && !isFree(state, lock, i)) {
        return false;
      }
    }
    return true;
  }

  boolean mayLockForFinish(State state, int i) {
    return isFree(state, state.pods[i].lock, i);
  }

  boolean mayShare(State state, int i) {
    for (int other = 0; other < state.pods.length; other++) {
      if (other != i && holdsExclusively(state.pods[other], state.pods[i].lock)) {
        return false;
      }
    }
    return true;
  }

  /** Whether another transaction has written the row of the run, and not ended. */
  boolean isRowLocked(State state, int run, int i) {
    for (int other = 0; other < state.pods.length; other++) {
      Pod pod = state.pods[other];
      boolean writes = pod.activity == Activity.LEASED || pod.activity == Activity.FINISH;
      if (other != i && writes && pod.phase == Phase.READY && pod.run == run) {
        return true;
      }
    }
    return false;
  }

  private boolean isFree(State state, int lock, int i) {
    for (int other = 0; other < state.pods.length; other++) {
      Pod pod = state.pods[other];
      if (other != i && (holdsExclusively(pod, lock) || holdsShared(pod, lock))) {
        return false;
      }
    }
    return true;
  }

  private boolean needsForClaim(Pod pod, int lock) {
    boolean isOld = pod.seenLock == lock + 1 && !world.has(Flaw.OLD_LOCK_NOT_TAKEN);
    return (pod.lock == lock || isOld) && !world.has(Flaw.CLAIM_WITHOUT_LOCK);
  }

  private boolean holdsExclusively(Pod pod, int lock) {
    if (pod.phase.compareTo(Phase.LOCKED) < 0) {
      return false;
    }
    return (pod.activity == Activity.LEASED && needsForClaim(pod, lock))
        || (pod.activity == Activity.FINISH && pod.lock == lock);
  }

  private boolean holdsShared(Pod pod, int lock) {
    return pod.lock == lock && FencedWrite.holdsLock(world, pod);
  }
}
