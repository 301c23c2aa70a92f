package io.runledger.lab.model;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Breadth first through everything that can happen, so that what it finds first is shortest. The
 * same world gives the same states in the same order each time.
 */
final class Explorer implements Moves {

  /**
   * What was found.
   *
   * @param states how many were met
   * @param depth how many steps the furthest is away
   * @param moves how many steps were taken
   * @param exhausted whether there are no others
   * @param counterexample what breaks an invariant; null if nothing does
   */
  record Findings(
      int states,
      int depth,
      long moves,
      boolean exhausted,
      @Nullable Counterexample counterexample) {}

  private final World world;
  private final int watched;
  private final boolean interchangeable;
  private final Protocol protocol;
  private final States states;
  private final State from;
  private final State next;
  private final int[] key;
  private final int[] places = {0, 1, 2};
  private final @Nullable Graph graph;

  private int current = -1;
  private long taken;
  private @Nullable Counterexample found;

  /**
   * @param invariants what is looked at; what breaks another one is explored on
   */
  Explorer(World world, Set<Invariant> invariants) {
    this.world = world;
    this.watched = invariants.stream().mapToInt(one -> one.bit()).sum();
    this.protocol = new Protocol(world);
    this.states = new States(State.width(world));
    this.from = new State(world);
    this.next = new State(world);
    this.key = new int[State.width(world)];
    this.graph = invariants.contains(Invariant.PROGRESS) ? new Graph(world) : null;
    // Who goes on alone matters for progress: there each pod keeps its place.
    this.interchangeable = graph == null;
  }

  /**
   * Explores.
   *
   * @param most how many states are looked at before it gives up; progress is not looked at then
   */
  Findings explore(int most) {
    meet(new State(world));
    int depth = 0;
    int endOfLevel = states.size();
    for (current = 0; current < states.size() && found == null; current++) {
      if (current >= most) {
        return new Findings(states.size(), depth, taken, false, null);
      }
      if (current == endOfLevel) {
        depth++;
        endOfLevel = states.size();
      }
      states.read(current, from);
      if (graph != null) {
        graph.from(from.isComplete());
      }
      protocol.moves(this);
    }
    boolean exhausted = found == null;
    if (found == null && graph != null) {
      found = graph.stuck(states.size(), state -> Counterexample.at(world, states, state));
    }
    return new Findings(states.size(), depth, taken, exhausted, found);
  }

  @Override
  public State from() {
    return from;
  }

  @Override
  public State fork() {
    states.read(current, next);
    return next;
  }

  @Override
  public void add(Step step, Actor actor, int pod) {
    taken++;
    int broken = next.broken & watched;
    if (broken != 0) {
      if (found == null) {
        Invariant first = Invariant.first(broken);
        found = Counterexample.by(world, states, interchangeable, current, step, pod, first);
      }
      return;
    }
    int to = meet(next);
    if (graph != null && to != current) {
      graph.to(to, actor, pod);
    }
  }

  private int meet(State state) {
    int unused = state.renumber();
    state.pack(key, 0);
    if (interchangeable) {
      Places.sort(world, key, places);
    }
    return states.add(key, current);
  }
}
