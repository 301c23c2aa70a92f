package io.runledger.lab.model;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Who can lead from which state to which, to look from the end backward for the states that a pod
 * alone cannot lead out of, with the server's help and without any luck.
 */
final class Graph {

  private static final int BITS = 3;
  private static final int SERVER = 6;
  private static final int LUCK = 7;

  private final int pods;
  private int[] edges = new int[1 << 18];
  private int size;
  private int[] starts = new int[1 << 16];
  private int[] complete = new int[1 << 11];
  private int states;

  Graph(World world) {
    this.pods = world.pods();
  }

  /** The next state, in their order; its edges follow. */
  void from(boolean isComplete) {
    if (states + 1 >= starts.length) {
      starts = Arrays.copyOf(starts, starts.length * 2);
      complete = Arrays.copyOf(complete, complete.length * 2);
    }
    if (isComplete) {
      complete[states >>> 5] |= 1 << (states & 31);
    }
    starts[states++] = size;
    starts[states] = size;
  }

  void to(int state, Actor actor, int pod) {
    if (size == edges.length) {
      edges = Arrays.copyOf(edges, Math.multiplyExact(size, 2));
    }
    int by =
        switch (actor) {
          case POD -> pod;
          case SERVER -> SERVER;
          case LUCK -> LUCK;
        };
    edges[size++] = (state << BITS) | by;
    starts[states] = size;
  }

  /**
   * The first state from which some pod alone does not reach the end.
   *
   * @param wayTo how a state was come to
   */
  @Nullable Counterexample stuck(int all, IntFunction<Counterexample> wayTo) {
    Counterexample shortest = null;
    for (int pod = 0; pod < pods; pod++) {
      int state = firstStuck(all, pod);
      if (state >= 0) {
        Counterexample found = wayTo.apply(state).stuck(pod);
        if (shortest == null || found.length() < shortest.length()) {
          shortest = found;
        }
      }
    }
    return shortest;
  }

  private int firstStuck(int all, int pod) {
    int[] good = Arrays.copyOf(complete, (all + 31) >>> 5);
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int state = all - 1; state >= 0; state--) {
        if (!has(good, state) && leadsOn(good, state, pod)) {
          good[state >>> 5] |= 1 << (state & 31);
          grows = true;
        }
      }
    }
    for (int state = 0; state < all; state++) {
      if (!has(good, state)) {
        return state;
      }
    }
    return -1;
  }

  private boolean leadsOn(int[] good, int state, int pod) {
    for (int i = starts[state]; i < starts[state + 1]; i++) {
      int by = edges[i] & ((1 << BITS) - 1);
      if ((by == pod || by == SERVER) && has(good, edges[i] >>> BITS)) {
        return true;
      }
    }
    return false;
  }

  private static boolean has(int[] bits, int state) {
    return ((bits[state >>> 5] >>> (state & 31)) & 1) != 0;
  }
}
