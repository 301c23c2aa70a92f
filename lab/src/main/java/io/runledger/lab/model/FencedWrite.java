package io.runledger.lab.model;

/**
 * A transaction of the job's own work, as {@code FencedJobRepository} and {@code Takeover} make it:
 * what it writes; then {@code Fence.require}, which takes the shared advisory lock and, as a second
 * statement, reads the rows of run and lease; then COMMIT. Between any two of them everybody else
 * may do anything.
 */
final class FencedWrite {

  private final World world;
  private final AdvisoryLocks locks;
  private final Working working;

  FencedWrite(World world, Working working) {
    this.world = world;
    this.locks = new AdvisoryLocks(world);
    this.working = working;
  }

  /** Whether the pod holds the shared advisory lock. */
  static boolean holdsLock(World world, Pod pod) {
    if (!pod.activity.isFenced() || isUnfenced(world, pod.activity)) {
      return false;
    }
    return switch (pod.phase) {
      case NONE, OPEN -> false;
      case LOCKED -> !world.has(Flaw.LOCK_AND_READ_IN_ONE_STATEMENT) && !readsBefore(world, pod);
      case READY -> !world.has(Flaw.FENCE_BY_PLAIN_SELECT) && !readsBefore(world, pod);
    };
  }

  /**
   * Whether the session may be in the middle of a statement, of a COPY say, when its pod freezes:
   * no timeout ends it then.
   */
  static boolean isActive(World world, Pod pod) {
    return pod.phase == Phase.OPEN
        || (pod.phase == Phase.READY
            && pod.activity == Activity.CHUNK
            && (world.has(Flaw.FENCE_AT_START_OF_CHUNK) || readsBefore(world, pod)));
  }

  private static boolean readsBefore(World world, Pod pod) {
    return pod.activity == Activity.CHUNK && world.has(Flaw.FENCE_BEFORE_THE_CHUNK);
  }

  private static boolean isUnfenced(World world, Activity activity) {
    return (activity.isCreate() && world.has(Flaw.CREATES_UNFENCED))
        || (activity.isUpdate() && world.has(Flaw.UPDATES_UNFENCED));
  }

  void moves(Moves moves, int i) {
    Pod pod = moves.from().pods[i];
    if (isUnfenced(world, pod.activity)) {
      unfenced(moves, i, pod);
    } else if (readsBefore(world, pod)) {
      fenceBefore(moves, i, pod);
    } else if (pod.activity == Activity.CHUNK && world.has(Flaw.FENCE_AT_START_OF_CHUNK)) {
      fenceAtStart(moves, i, pod);
    } else if (pod.activity == Activity.CHUNK && world.has(Flaw.REPEATABLE_READ)) {
      oldSnapshot(moves, i, pod);
    } else {
      sound(moves, i, pod);
    }
  }

  /** The protocol, and two ways to get {@code Fence.require} wrong. */
  private void sound(Moves moves, int i, Pod pod) {
    switch (pod.phase) {
      case NONE -> {
        if (working.hasBody(pod.activity)) {
          begin(moves, i, Phase.OPEN);
        } else {
          require(moves, i);
        }
      }
      case OPEN -> require(moves, i);
      case LOCKED -> {
        if (world.has(Flaw.LOCK_AND_READ_IN_ONE_STATEMENT)) {
          lock(moves, i, Phase.READY);
        } else {
          read(moves, i, Phase.READY);
        }
      }
      case READY -> commit(moves, i);
    }
  }

  private void require(Moves moves, int i) {
    if (world.has(Flaw.FENCE_BY_PLAIN_SELECT)) {
      read(moves, i, Phase.READY);
    } else if (world.has(Flaw.LOCK_AND_READ_IN_ONE_STATEMENT)) {
      read(moves, i, Phase.LOCKED);
    } else {
      lock(moves, i, Phase.LOCKED);
    }
  }

  private void unfenced(Moves moves, int i, Pod pod) {
    if (pod.phase == Phase.NONE && working.hasBody(pod.activity)) {
      begin(moves, i, Phase.OPEN);
    } else {
      commit(moves, i);
    }
  }

  private void fenceBefore(Moves moves, int i, Pod pod) {
    switch (pod.phase) {
      case NONE -> {
        if (locks.mayShare(moves.from(), i)) {
          read(moves, i, Phase.LOCKED);
        }
      }
      case OPEN, LOCKED -> begin(moves, i, Phase.READY);
      case READY -> commit(moves, i);
    }
  }

  private void fenceAtStart(Moves moves, int i, Pod pod) {
    switch (pod.phase) {
      case NONE -> lock(moves, i, Phase.LOCKED);
      case OPEN, LOCKED -> read(moves, i, Phase.READY);
      case READY -> commit(moves, i);
    }
  }

  private void oldSnapshot(Moves moves, int i, Pod pod) {
    switch (pod.phase) {
      case NONE -> read(moves, i, Phase.OPEN);
      case OPEN, LOCKED -> lock(moves, i, Phase.READY);
      case READY -> commit(moves, i);
    }
  }

  private void begin(Moves moves, int i, Phase then) {
    Actor actor = working.isHeldUp(moves.from(), i) ? Actor.LUCK : Actor.POD;
    State next = moves.fork();
    working.begin(next, i);
    next.pods[i].phase = then;
    moves.add(Step.BEGIN, actor, i);
  }

  /** {@code AdvisoryLocks.shared}. */
  private void lock(Moves moves, int i, Phase then) {
    if (locks.mayShare(moves.from(), i)) {
      moves.fork().pods[i].phase = then;
      moves.add(Step.LOCK_SHARED, Actor.POD, i);
    }
  }

  /** The second statement of {@code Fence.require}. */
  private void read(Moves moves, int i, Phase then) {
    State next = moves.fork();
    Pod pod = next.pods[i];
    if (passes(next, pod)) {
      pod.phase = then;
      moves.add(Step.READ_FENCE, Actor.POD, i);
    } else {
      pod.forget();
      moves.add(Step.REFUSED, Actor.POD, i);
    }
  }

  private boolean passes(State state, Pod pod) {
    Run run = state.runOf(pod);
    return run.status == Status.RUNNING
        && run.fence == pod.fence
        && (state.leases[run.lock].fence == run.fence || world.has(Flaw.LEASE_ROW_NOT_JOINED));
  }

  private void commit(Moves moves, int i) {
    State next = moves.fork();
    if (!working.commit(next, i)) {
      moves.add(Step.CONFLICT, Actor.POD, i);
      return;
    }
    moves.add(Step.COMMIT, Actor.POD, i);
    State unheard = moves.fork();
    boolean unused = working.commit(unheard, i);
    // AttemptWorker.failed: the database was away, so the attempt is LOST.
    unheard.pods[i].forget();
    moves.add(Step.COMMIT_UNHEARD, Actor.LUCK, i);
  }
}
