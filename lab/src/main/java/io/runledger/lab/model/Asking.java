package io.runledger.lab.model;

import java.util.List;

/**
 * From "somebody wants the run" to the claim: {@code GuardChain}, {@code Filter}, {@code
 * LeaseArbiter}, {@code Ledger} and {@code Reopening}. Redis and lease give no safety in it: the
 * filter may say anything to anybody, and a lease may end at any time under a pod that renews it.
 */
final class Asking {

  private static final List<Cause> CAUSES = List.of(Cause.values());

  private final World world;
  private final AdvisoryLocks locks;

  Asking(World world) {
    this.world = world;
    this.locks = new AdvisoryLocks(world);
  }

  void moves(Moves moves, int i) {
    State from = moves.from();
    Pod pod = from.pods[i];
    switch (pod.activity) {
      case IDLE -> read(moves, i);
      case SEEN -> filter(moves, i);
      case FILTERED -> acquire(moves, i);
      case LEASED -> claim(moves, i);
      case RELEASE -> release(moves, i);
      default -> {
        // It works: see Working.
      }
    }
  }

  /** {@code GuardChain.askOnce}: the row is read, and answers by itself if it can. */
  private void read(Moves moves, int i) {
    State from = moves.from();
    for (int run = 0; run < world.runs(); run++) {
      for (Cause cause : CAUSES) {
        boolean asks =
            switch (cause) {
              case RECOVERY -> true;
              case PERSON -> world.people();
              case REOPEN -> world.reopening();
            };
        if (asks && cause.mayClaim(from.runs[run].status) && !from.isLive(from.runs[run])) {
          State next = moves.fork();
          Pod pod = next.pods[i];
          pod.cause = cause;
          pod.run = run;
          pod.seen = true;
          pod.seenLock = next.runs[run].status == Status.ABSENT ? 0 : next.runs[run].lock + 1;
          boolean asksRedis =
              cause == Cause.PERSON || (cause == Cause.RECOVERY && world.has(Flaw.BUSY_IS_FINAL));
          pod.goOn(asksRedis ? Activity.SEEN : Activity.FILTERED);
          moves.add(Step.READ, Actor.POD, i);
        }
      }
    }
  }

  /** {@code GuardChain.throughFilter}: whatever Redis says, to whomever. */
  private void filter(Moves moves, int i) {
    moves.fork().pods[i].goOn(Activity.FILTERED);
    moves.add(Step.PASS_FILTER, Actor.LUCK, i);
    boolean confirmed = moves.from().lives(moves.from().leaseOf(moves.from().pods[i]));
    if (!confirmed && !world.has(Flaw.BUSY_IS_FINAL)) {
      moves.fork().pods[i].goOn(Activity.FILTERED);
      moves.add(Step.DOUBT_FILTER, Actor.POD, i);
    }
  }

  /** {@code LeaseArbiter.acquire}: one statement, a transaction of its own. */
  private void acquire(Moves moves, int i) {
    State from = moves.from();
    if (from.lives(from.leaseOf(from.pods[i]))) {
      State next = moves.fork();
      if (world.has(Flaw.OWNER_BY_HOST)) {
        // GuardChain.throughLease gives back what an attempt of its name may hold.
        next.leaseOf(next.pods[i]).deadline = Lease.Deadline.RELEASED;
      }
      next.pods[i].forget();
      moves.add(Step.REFUSED_LEASE, Actor.POD, i);
      return;
    }
    grant(moves.fork(), i).goOn(Activity.LEASED);
    moves.add(Step.ACQUIRE, Actor.POD, i);
    grant(moves.fork(), i).goOn(Activity.RELEASE);
    moves.add(Step.ACQUIRE_UNHEARD, Actor.LUCK, i);
  }

  private Pod grant(State next, int i) {
    Pod pod = next.pods[i];
    Lease lease = next.leaseOf(pod);
    if (world.punctual() && next.isKept(lease)) {
      next.breaks(Invariant.ORDER);
    }
    pod.fence = next.nextFence();
    lease.fence = pod.fence;
    lease.deadline = Lease.Deadline.AHEAD;
    return pod;
  }

  /** {@code Ledger.claim} and {@code Reopening.reopen}: lock, one statement, commit. */
  private void claim(Moves moves, int i) {
    State from = moves.from();
    Pod pod = from.pods[i];
    switch (pod.phase) {
      case NONE -> {
        if (world.has(Flaw.CLEANING_BEFORE_CLAIM) && pod.cause != Cause.REOPEN) {
          State next = moves.fork();
          Takeover.clean(next, i);
          next.pods[i].phase = Phase.OPEN;
          moves.add(Step.CLEAN_EARLY, Actor.POD, i);
        } else {
          lock(moves, i);
        }
      }
      case OPEN -> lock(moves, i);
      case LOCKED -> write(moves, i);
      case READY -> {
        claimed(moves.fork(), i);
        moves.add(Step.COMMIT, Actor.POD, i);
        // UNAVAILABLE to whoever asked; the lease is given back, and the run waits for recovery.
        claimed(moves.fork(), i).goOn(Activity.RELEASE);
        moves.add(Step.COMMIT_UNHEARD, Actor.LUCK, i);
      }
    }
  }

  private void lock(Moves moves, int i) {
    if (locks.mayLockForClaim(moves.from(), i)) {
      moves.fork().pods[i].phase = Phase.LOCKED;
      moves.add(Step.LOCK_EXCLUSIVELY, Actor.POD, i);
    }
  }

  private void write(Moves moves, int i) {
    State from = moves.from();
    Pod pod = from.pods[i];
    if (locks.isRowLocked(from, pod.run, i)) {
      return;
    }
    State next = moves.fork();
    if (mayClaim(from, pod)) {
      next.pods[i].phase = Phase.READY;
      moves.add(Step.WRITE, Actor.POD, i);
    } else {
      next.pods[i].goOn(Activity.RELEASE);
      moves.add(Step.WRITE_NOTHING, Actor.POD, i);
    }
  }

  /** The WHERE of the claim, and of the reopening. An INSERT has none. */
  private boolean mayClaim(State from, Pod pod) {
    Run run = from.runOf(pod);
    if (run.status == Status.ABSENT) {
      return true;
    }
    boolean claimable = pod.cause.mayClaim(run.status) || world.has(Flaw.STATUS_NOT_CHECKED);
    boolean unmoved = pod.seen || world.has(Flaw.ATTEMPTS_NOT_COMPARED);
    boolean higher = run.fence < pod.fence || world.has(Flaw.FENCE_NOT_COMPARED);
    boolean liveUnderAnotherName = from.isLive(run) && run.lock != pod.lock;
    return claimable
        && unmoved
        && higher
        && (!liveUnderAnotherName || world.has(Flaw.OLD_LEASE_NOT_READ));
  }

  private Pod claimed(State next, int i) {
    Pod pod = next.pods[i];
    Run run = next.runOf(pod);
    boolean reopens = pod.cause == Cause.REOPEN;
    if (run.status == Status.COMPLETED && !reopens) {
      next.breaks(Invariant.COMPLETED_ONCE);
    }
    run.status = reopens ? Status.REOPENED : Status.RUNNING;
    run.fence = pod.fence;
    run.lock = pod.lock;
    run.highest = Math.max(run.highest, pod.fence);
    next.leaseOf(pod).claimed = Math.max(next.leaseOf(pod).claimed, pod.fence);
    for (int other = 0; other < next.pods.length; other++) {
      Pod pass = next.pods[other];
      if (other != i && pass.run == pod.run && pass.activity != Activity.IDLE) {
        pass.seen &= reopens;
        pass.ofThePast |= reopens && pass.activity.isFenced();
      }
    }
    if (reopens && !world.has(Flaw.GENERATION_KEPT)) {
      run.newGeneration();
    } else if (reopens) {
      run.effects = 0;
    }
    pod.seen = false;
    pod.seenLock = 0;
    pod.cause = Cause.RECOVERY;
    if (reopens) {
      pod.goOn(Activity.RELEASE);
    } else {
      pod.goOn(Activity.CLEAN);
    }
    return pod;
  }

  /** {@code Grants.release}: where the owner is the attempt, under no other condition. */
  private static void release(Moves moves, int i) {
    State next = moves.fork();
    Pod pod = next.pods[i];
    if (next.leaseOf(pod).fence == pod.fence) {
      next.leaseOf(pod).deadline = Lease.Deadline.RELEASED;
    }
    pod.forget();
    moves.add(Step.RELEASE, Actor.POD, i);
  }
}
