package io.runledger.lab.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A way to break an invariant: none is shorter.
 *
 * @param broken what it breaks
 * @param length how many steps
 * @param steps who does what, in words
 */
record Counterexample(Invariant broken, int length, List<String> steps) {

  Counterexample {
    steps = List.copyOf(steps);
  }

  /**
   * The way to a state, and one step on.
   *
   * @param interchangeable whether the pods of the states were sorted
   */
  static Counterexample by(
      World world,
      States states,
      boolean interchangeable,
      int state,
      Step step,
      int pod,
      Invariant broken) {
    Replay replay = new Replay(world, states, interchangeable);
    List<String> steps = follow(replay, states, state);
    steps.add(replay.last(state, step, pod));
    return new Counterexample(broken, steps.size(), steps);
  }

  /** The way to a state, in a graph where each pod keeps its place. */
  static Counterexample at(World world, States states, int state) {
    List<String> steps = follow(new Replay(world, states, false), states, state);
    return new Counterexample(Invariant.PROGRESS, steps.size(), steps);
  }

  /** As {@link #at}, where a pod cannot go on. */
  Counterexample stuck(int pod) {
    List<String> more = new ArrayList<>(steps);
    more.add("from here on pod %s alone cannot complete the run".formatted(Replay.name(pod)));
    return new Counterexample(broken, length, more);
  }

  private static List<String> follow(Replay replay, States states, int state) {
    Deque<Integer> way = new ArrayDeque<>();
    for (int at = state; at > 0; at = states.parent(at)) {
      way.push(at);
    }
    List<String> steps = new ArrayList<>();
    int at = 0;
    for (int to : way) {
      steps.add(replay.step(at, to));
      at = to;
    }
    return steps;
  }
}
