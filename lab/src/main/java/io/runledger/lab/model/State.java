package io.runledger.lab.model;

import java.util.Arrays;

/**
 * Everything at one moment: the rows, and the pods. One object is used for many states, since there
 * are millions: it is packed into a few whole numbers and back.
 */
final class State {

  final World world;
  final Run[] runs;
  final Lease[] leases;
  final Pod[] pods;

  /** What the step that led here broke, as bits. No part of the state. */
  int broken;

  State(World world) {
    this.world = world;
    this.runs = new Run[world.runs()];
    this.leases = new Lease[world.locks()];
    this.pods = new Pod[world.pods()];
    Arrays.setAll(runs, i -> new Run());
    Arrays.setAll(leases, i -> new Lease());
    Arrays.setAll(pods, i -> new Pod());
    for (int i = 0; i < pods.length; i++) {
      pods[i].lock = i % world.locks();
    }
  }

  /** How many numbers a state is packed into. */
  static int width(World world) {
    return world.runs() + 1 + world.pods();
  }

  void pack(int[] into, int at) {
    int next = at;
    for (Run run : runs) {
      into[next++] = run.pack();
    }
    int bits = 0;
    for (int i = 0; i < leases.length; i++) {
      bits |= leases[i].pack() << (i * Lease.BITS);
    }
    into[next++] = bits;
    for (Pod pod : pods) {
      into[next++] = pod.pack();
    }
  }

  void unpack(int[] from, int at) {
    int next = at;
    for (Run run : runs) {
      run.unpack(from[next++]);
    }
    int bits = from[next++];
    for (int i = 0; i < leases.length; i++) {
      leases[i].unpack(bits >>> (i * Lease.BITS));
    }
    for (Pod pod : pods) {
      pod.unpack(from[next++]);
    }
    broken = 0;
  }

  /** The run that the pod asks for or works on. */
  Run runOf(Pod pod) {
    return runs[pod.run];
  }

  /** The lease of the pod's own lock name. */
  Lease leaseOf(Pod pod) {
    return leases[pod.lock];
  }

  /** Whether the lease is one that nobody else may take. */
  boolean lives(Lease lease) {
    return lease.deadline == Lease.Deadline.AHEAD
        || (lease.deadline == Lease.Deadline.FAR_AHEAD && world.has(Flaw.CLOCK_SET_BACK_UNSEEN));
  }

  /** Whether the run is RUNNING and its attempt's lease lives: {@code Run.leaseLives}. */
  boolean isLive(Run run) {
    Lease lease = leases[run.lock];
    return run.status == Status.RUNNING && lease.fence == run.fence && lives(lease);
  }

  /** Whether an attempt that was granted the lease still is at work. */
  boolean isKept(Lease lease) {
    for (Pod pod : pods) {
      if (pod.fence != 0 && pod.fence == lease.fence && pod.activity.isUnderLease()) {
        return true;
      }
    }
    return false;
  }

  boolean isComplete() {
    for (Run run : runs) {
      if (run.status != Status.COMPLETED) {
        return false;
      }
    }
    return true;
  }

  void breaks(Invariant invariant) {
    broken |= invariant.bit();
  }

  /** A number that was never granted: higher than all that anybody knows. */
  int nextFence() {
    return 32 - Integer.numberOfLeadingZeros(known());
  }

  /** A bit for each fence that a row or a pod knows, and for 0. */
  private int known() {
    int known = 1;
    for (Run run : runs) {
      known |= (1 << run.fence) | (1 << run.highest);
    }
    for (Lease lease : leases) {
      known |= (1 << lease.fence) | (1 << lease.claimed);
    }
    for (Pod pod : pods) {
      known |= 1 << pod.fence;
    }
    return known;
  }

  /**
   * Makes states alike that differ in nothing that could matter. Fences are compared and never
   * counted, so they are numbered anew, in their order: runs may be taken over without end, and the
   * states are still finitely many.
   *
   * @return the fences that are known, as bits; the n-th of them is n now
   */
  int renumber() {
    for (int i = 0; i < runs.length; i++) {
      Run run = runs[i];
      run.openBy = ifAtWork(i, run.openBy);
      run.hollowBy = ifAtWork(i, run.hollowBy);
      run.lastStepBy = ifAtWork(i, run.lastStepBy);
    }
    int known = known();
    if ((known & (known + 1)) == 0) {
      return known;
    }
    for (Run run : runs) {
      run.fence = rank(known, run.fence);
      run.highest = rank(known, run.highest);
      run.openBy = rank(known, run.openBy);
      run.hollowBy = rank(known, run.hollowBy);
      run.lastStepBy = rank(known, run.lastStepBy);
    }
    for (Lease lease : leases) {
      lease.fence = rank(known, lease.fence);
      lease.claimed = rank(known, lease.claimed);
    }
    for (Pod pod : pods) {
      pod.fence = rank(known, pod.fence);
    }
    return known;
  }

  private static int rank(int known, int fence) {
    return fence == Run.GONE ? fence : Integer.bitCount(known & ((1 << fence) - 1));
  }

  /** Whose an execution is matters only as long as he could come back to it. */
  private int ifAtWork(int run, int attempt) {
    if (attempt == 0) {
      return 0;
    }
    for (Pod pod : pods) {
      if (pod.fence == attempt && pod.run == run) {
        return attempt;
      }
    }
    return Run.GONE;
  }
}
