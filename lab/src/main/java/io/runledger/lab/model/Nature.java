package io.runledger.lab.model;

/**
 * What happens to pods and database without anybody wanting it, at any time, as often as it likes.
 */
final class Nature {

  private final World world;

  Nature(World world) {
    this.world = world;
  }

  void moves(Moves moves, int i) {
    Pod pod = moves.from().pods[i];
    if (pod.activity != Activity.IDLE) {
      moves.fork().pods[i].forget();
      moves.add(Step.CRASH, Actor.LUCK, i);
      renew(moves, i, pod);
      lose(moves, i, pod);
      if (hasSession(pod)) {
        sessionEnds(moves, i, pod);
      }
    }
  }

  void leases(Moves moves) {
    for (int i = 0; i < world.locks(); i++) {
      Lease lease = moves.from().leases[i];
      if (lease.deadline == Lease.Deadline.AHEAD
          && !(world.punctual() && moves.from().isKept(lease))) {
        moves.fork().leases[i].deadline = Lease.Deadline.PAST;
        moves.add(Step.LEASE_ENDS, Actor.SERVER, 0);
        if (!world.punctual()) {
          moves.fork().leases[i].deadline = Lease.Deadline.FAR_AHEAD;
          moves.add(Step.CLOCK_SET_BACK, Actor.LUCK, 0);
        }
      }
    }
  }

  /** {@code LeaseArbiter.renew}: a renewal that comes late finds its lease, if nobody took it. */
  private void renew(Moves moves, int i, Pod pod) {
    Lease lease = moves.from().leaseOf(pod);
    boolean isOver =
        lease.deadline == Lease.Deadline.PAST || lease.deadline == Lease.Deadline.FAR_AHEAD;
    boolean own = lease.fence == pod.fence || world.has(Flaw.RENEWAL_WITHOUT_OWNER);
    if (pod.activity.isUnderLease() && isOver && own) {
      State next = moves.fork();
      next.leaseOf(next.pods[i]).deadline = Lease.Deadline.AHEAD;
      moves.add(Step.RENEW, Actor.POD, i);
    }
  }

  /** By a renewal that finds another owner, or by the deadline that the pod counts itself. */
  private void lose(Moves moves, int i, Pod pod) {
    Lease lease = moves.from().leaseOf(pod);
    boolean isGone = lease.fence != pod.fence || lease.deadline != Lease.Deadline.AHEAD;
    if (pod.activity.isFenced() && isGone && !world.has(Flaw.LOST_KEEPS_CONNECTIONS)) {
      moves.fork().pods[i].forget();
      moves.add(Step.LOSE, Actor.POD, i);
    }
  }

  private static boolean hasSession(Pod pod) {
    boolean betweenTransactions = pod.activity == Activity.LEASED && pod.phase == Phase.OPEN;
    return pod.isInTransaction() && !betweenTransactions;
  }

  /** Rolled back on the server; whatever the pod sends next is an error. */
  private void sessionEnds(Moves moves, int i, Pod pod) {
    Pod next = moves.fork().pods[i];
    if (next.activity == Activity.LEASED) {
      next.goOn(Activity.RELEASE);
    } else if (next.activity == Activity.FINISH) {
      next.goOn(Activity.FINISH);
    } else {
      next.forget();
    }
    boolean timesOut = !FencedWrite.isActive(world, pod) && !world.has(Flaw.IDLE_SESSIONS_KEPT);
    if (timesOut) {
      moves.add(Step.SESSION_TIMES_OUT, Actor.SERVER, i);
    } else {
      moves.add(Step.SESSION_BREAKS, Actor.LUCK, i);
    }
  }
}
