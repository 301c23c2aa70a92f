package io.runledger.lab.model;

/**
 * From the claim to the end: {@code AttemptWorker}, and what Spring Batch writes through {@code
 * FencedJobRepository}. What each transaction changes when it commits is here; how it gets there is
 * {@link FencedWrite}.
 */
final class Working {

  private final World world;
  private final FencedWrite write;
  private final AdvisoryLocks locks;

  Working(World world) {
    this.world = world;
    this.write = new FencedWrite(world, this);
    this.locks = new AdvisoryLocks(world);
  }

  void moves(Moves moves, int i) {
    Pod pod = moves.from().pods[i];
    if (pod.activity == Activity.FINISH) {
      finish(moves, i);
    } else if (pod.activity.isFenced()) {
      write.moves(moves, i);
      if (pod.activity == Activity.CLEAN && pod.phase == Phase.NONE) {
        endSessionsBefore(moves, i);
      }
      if (pod.activity == Activity.CHUNK && world.people()) {
        stop(moves, i, pod);
      }
    }
  }

  /** Whether the transaction has something to do before the fence. */
  boolean hasBody(Activity activity) {
    return activity == Activity.CHUNK || activity == Activity.CREATE_STEP;
  }

  /**
   * Whether it would wait, if the effects have a unique key, for another transaction that has
   * written the same and not ended. Without one it goes on: safety must not need the key, and
   * progress must not suffer from it.
   */
  boolean isHeldUp(State state, int i) {
    Pod pod = state.pods[i];
    if (pod.activity != Activity.CHUNK) {
      return false;
    }
    for (int other = 0; other < state.pods.length; other++) {
      Pod that = state.pods[other];
      if (other != i
          && that.activity == Activity.CHUNK
          && that.isInTransaction()
          && that.run == pod.run
          && that.position == pod.position) {
        return true;
      }
    }
    return false;
  }

  /** What comes before the fence: a chunk's effects, unseen; or where the step goes on. */
  void begin(State next, int i) {
    Pod pod = next.pods[i];
    if (pod.activity == Activity.CREATE_STEP) {
      Run run = next.runOf(pod);
      boolean hollow = run.hollowBy != 0 && world.has(Flaw.NEVER_STARTED_STEPS_COUNT);
      pod.position = hollow ? 0 : run.position;
    }
  }

  /**
   * What the COMMIT makes visible, and what the pod does next.
   *
   * @return false if there is none, since a version or a key is in the way
   */
  boolean commit(State next, int i) {
    Pod pod = next.pods[i];
    Run run = next.runOf(pod);
    if (pod.closed && (pod.activity == Activity.CHUNK || pod.activity == Activity.START_STEP)) {
      // OptimisticLockingFailureException: the takeover has raised the step's version.
      pod.end(Activity.END, Outcome.REFUSED);
      return false;
    }
    return switch (pod.activity) {
      case CLEAN -> {
        if (!world.has(Flaw.CLEANING_BEFORE_CLAIM)) {
          Takeover.clean(next, i);
        }
        Takeover.launch(next, i);
        yield true;
      }
      case CREATE_INSTANCE -> createInstance(pod, run);
      case CREATE_EXECUTION -> createExecution(pod, run);
      case CREATE_STEP -> {
        if (!pod.ofThePast) {
          run.hollowBy = pod.fence;
        }
        pod.closed = false;
        pod.goOn(Activity.START_STEP);
        yield true;
      }
      case START_STEP -> {
        startStep(pod, run);
        yield true;
      }
      case CHUNK -> {
        chunk(next, pod, run);
        yield true;
      }
      case END -> {
        endExecution(pod, run);
        yield true;
      }
      default -> throw new IllegalStateException("No fenced write: " + pod.activity);
    };
  }

  private static boolean createInstance(Pod pod, Run run) {
    if (!pod.ofThePast && run.instance != Run.Instance.NONE) {
      pod.end(Activity.FINISH, Outcome.REFUSED);
      return false;
    }
    if (!pod.ofThePast) {
      run.instance = Run.Instance.BARE;
    }
    pod.goOn(Activity.CREATE_EXECUTION);
    return true;
  }

  private static boolean createExecution(Pod pod, Run run) {
    if (!pod.ofThePast && (run.instance == Run.Instance.NONE || run.openBy != 0)) {
      pod.end(Activity.FINISH, Outcome.REFUSED);
      return false;
    }
    if (!pod.ofThePast) {
      run.instance = Run.Instance.USED;
      run.openBy = pod.fence;
    }
    pod.goOn(Activity.CREATE_STEP);
    return true;
  }

  /** Spring Batch reads the job execution's version before it writes: that one stops nobody. */
  private static void endExecution(Pod pod, Run run) {
    if (!pod.ofThePast && pod.closed) {
      // The status can only become worse: after a refused commit it is UNKNOWN.
      boolean unknown = pod.outcome == Outcome.REFUSED && run.openBy == 0;
      run.openBy = unknown ? pod.fence : run.openBy;
    } else if (!pod.ofThePast) {
      run.openBy = run.openBy == pod.fence ? 0 : run.openBy;
      run.complete |= pod.outcome == Outcome.COMPLETED;
    }
    pod.goOn(Activity.FINISH);
  }

  private void startStep(Pod pod, Run run) {
    if (!pod.ofThePast && run.isNewestStep(pod.fence)) {
      run.hollowBy = run.hollowBy == pod.fence ? 0 : run.hollowBy;
      run.lastStepBy = pod.fence;
      run.position = world.has(Flaw.CONTEXT_NOT_PERSISTED) ? 0 : pod.position;
    }
    next(pod);
  }

  private void chunk(State next, Pod pod, Run run) {
    int effect = 1 << pod.position;
    if (run.highest > pod.fence || next.leaseOf(pod).claimed > pod.fence) {
      next.breaks(Invariant.NO_OLD_FENCE);
    }
    pod.position++;
    if (!pod.ofThePast) {
      if ((run.effects & effect) != 0) {
        next.breaks(Invariant.EFFECT_ONCE);
      }
      run.effects |= effect;
      if (run.lastStepBy == pod.fence && !world.has(Flaw.TASKLET_UNMARKED)) {
        run.position = pod.position;
      }
    }
    next(pod);
  }

  /** The next chunk, or the end. */
  private void next(Pod pod) {
    if (pod.position < world.chunks()) {
      pod.goOn(Activity.CHUNK);
    } else {
      pod.end(Activity.END, Outcome.COMPLETED);
    }
  }

  /** {@code Ledger.finish}: lock, one statement, commit; after a fault it is tried again. */
  private void finish(Moves moves, int i) {
    State from = moves.from();
    Pod pod = from.pods[i];
    Run run = from.runOf(pod);
    switch (pod.phase) {
      case NONE, OPEN -> {
        if (locks.mayLockForFinish(from, i)) {
          moves.fork().pods[i].phase = Phase.LOCKED;
          moves.add(Step.LOCK_EXCLUSIVELY, Actor.POD, i);
        }
      }
      case LOCKED -> {
        boolean own = run.status == Status.RUNNING && run.fence == pod.fence;
        if (locks.isRowLocked(from, pod.run, i)) {
          return;
        }
        if (own || world.has(Flaw.FINISH_UNFENCED)) {
          moves.fork().pods[i].phase = Phase.READY;
          moves.add(Step.WRITE, Actor.POD, i);
        } else {
          moves.fork().pods[i].forget();
          moves.add(Step.WRITE_NOTHING, Actor.POD, i);
        }
      }
      case READY -> {
        finished(moves.fork(), i).goOn(Activity.RELEASE);
        moves.add(Step.COMMIT, Actor.POD, i);
        finished(moves.fork(), i).phase = Phase.NONE;
        moves.add(Step.COMMIT_UNHEARD, Actor.LUCK, i);
      }
    }
  }

  private static Pod finished(State next, int i) {
    Pod pod = next.pods[i];
    Run run = next.runOf(pod);
    if (run.status == Status.COMPLETED) {
      next.breaks(Invariant.COMPLETED_ONCE);
    }
    run.status = pod.outcome.status();
    if (pod.outcome == Outcome.REFUSED) {
      next.breaks(Invariant.FAILED_BY_THE_JOB);
    }
    if (run.status == Status.COMPLETED && run.effects != next.world.everything()) {
      next.breaks(Invariant.COMPLETED_IS_COMPLETE);
    }
    return pod;
  }

  /** {@code TaggedSessions.endBefore}; it may fail, and then the pod goes on all the same. */
  private void endSessionsBefore(Moves moves, int i) {
    if (world.has(Flaw.SESSIONS_NOT_ENDED)) {
      return;
    }
    State next = moves.fork();
    Pod pod = next.pods[i];
    boolean any = false;
    for (Pod other : next.pods) {
      boolean concerned = other.run == pod.run || other.lock == pod.lock;
      if (other.fence < pod.fence
          && concerned
          && other.activity.isFenced()
          && other.isInTransaction()) {
        other.forget();
        any = true;
      }
    }
    if (any) {
      moves.add(Step.END_SESSIONS, Actor.POD, i);
    }
  }

  /** In memory, at the next chunk; a job's exception at any time within it. */
  private static void stop(Moves moves, int i, Pod pod) {
    if (pod.phase == Phase.NONE) {
      moves.fork().pods[i].end(Activity.END, Outcome.STOPPED);
      moves.add(Step.STOP, Actor.LUCK, i);
      moves.fork().pods[i].end(Activity.END, Outcome.STOPPED_BY_PERSON);
      moves.add(Step.STOP_BY_PERSON, Actor.LUCK, i);
    } else if (pod.phase == Phase.OPEN) {
      moves.fork().pods[i].end(Activity.END, Outcome.FAILED);
      moves.add(Step.FAIL, Actor.LUCK, i);
    }
  }
}
