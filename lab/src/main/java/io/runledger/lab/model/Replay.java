package io.runledger.lab.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Goes a way again and tells it. Pods and fences change their numbers from state to state, so that
 * states are alike; here each keeps its name.
 */
final class Replay implements Moves {

  private static final int NONE = -1;

  private final World world;
  private final States states;
  private final boolean interchangeable;
  private final Protocol protocol;
  private final State from;
  private final State next;
  private final int[] key;

  /** Which pod stands in which place. */
  private int[] pods = {0, 1, 2};

  /** What the fences of the present state are called. */
  private int[] fences = new int[Integer.SIZE];

  private int granted;

  private int at;
  private int target;
  private @Nullable Step lastStep;
  private int lastPod;
  private @Nullable String told;

  Replay(World world, States states, boolean interchangeable) {
    this.world = world;
    this.interchangeable = interchangeable;
    this.states = states;
    this.protocol = new Protocol(world);
    this.from = new State(world);
    this.next = new State(world);
    this.key = new int[State.width(world)];
  }

  static String name(int pod) {
    return String.valueOf((char) ('A' + pod));
  }

  /** The step between two states. */
  String step(int before, int after) {
    target = after;
    lastStep = null;
    return tell(before);
  }

  /** A step that led to no state, since it broke something. */
  String last(int before, Step step, int pod) {
    target = NONE;
    lastStep = step;
    lastPod = pod;
    return tell(before);
  }

  private String tell(int before) {
    at = before;
    told = null;
    states.read(before, from);
    protocol.moves(this);
    String line = told;
    if (line == null) {
      throw new IllegalStateException("No step leads from state %d there.".formatted(before));
    }
    return line;
  }

  @Override
  public State from() {
    return from;
  }

  @Override
  public State fork() {
    states.read(at, next);
    return next;
  }

  @Override
  public void add(Step step, Actor actor, int pod) {
    if (told != null) {
      return;
    }
    if (target == NONE) {
      if (step == lastStep && pod == lastPod && next.broken != 0) {
        told = line(step, pod);
      }
      return;
    }
    int fence = step == Step.ACQUIRE || step == Step.ACQUIRE_UNHEARD ? next.pods[pod].fence : 0;
    String line = line(step, pod);
    int known = next.renumber();
    next.pack(key, 0);
    int[] places = {0, 1, 2};
    if (interchangeable) {
      Places.sort(world, key, places);
    }
    if (states.is(target, key)) {
      told = line;
      rename(known, fence, places);
    }
  }

  private void rename(int known, int fence, int[] places) {
    if (fence != 0) {
      fences[fence] = ++granted;
    }
    int[] renamed = new int[fences.length];
    int rank = 0;
    for (int old = 0; old < fences.length; old++) {
      if (((known >>> old) & 1) != 0) {
        renamed[rank++] = fences[old];
      }
    }
    fences = renamed;
    int[] before = pods.clone();
    Arrays.setAll(pods, place -> before[places[place]]);
  }

  private String line(Step step, int i) {
    Pod before = from.pods[i];
    if (step.code().equals("server")) {
      boolean ofPod = step == Step.SESSION_TIMES_OUT || step == Step.SESSION_BREAKS;
      return "-  server: %s%s".formatted(step.words(), ofPod ? " of pod " + name(pods[i]) : "");
    }
    boolean grants = step == Step.ACQUIRE || step == Step.ACQUIRE_UNHEARD;
    int fence = grants ? granted + 1 : fences[before.fence];
    StringBuilder line = new StringBuilder(name(pods[i])).append("  ");
    String code =
        before.activity == Activity.LEASED && before.cause == Cause.REOPEN
            ? "Reopening.reopen"
            : before.activity.code();
    line.append(step.code().isEmpty() ? code : step.code());
    if (step == Step.READ) {
      line.append(' ').append(next.pods[i].cause);
    }
    if (!step.words().isEmpty()) {
      line.append(": ").append(step.words());
    }
    boolean within =
        !step.code().isEmpty()
            && (before.activity.isFenced() || before.activity == Activity.FINISH);
    if (within || step == Step.LOCK_EXCLUSIVELY) {
      line.append(" (in ").append(code).append(')');
    }
    if (before.activity == Activity.CHUNK) {
      line.append(", chunk ").append(before.position);
    }
    if (world.runs() > 1) {
      line.append(", run ").append(step == Step.READ ? next.pods[i].run : before.run);
    }
    return fence == 0 ? line.toString() : line.append(", fence ").append(fence).toString();
  }
}
