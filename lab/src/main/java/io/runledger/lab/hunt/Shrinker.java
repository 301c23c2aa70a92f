package io.runledger.lab.hunt;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a plan small that breaks a promise: leaves out ever smaller pieces of it as long as it
 * still does. What happens in a hunt is not the same twice, so a piece that seems to be needed may
 * not be.
 */
final class Shrinker {

  private final Predicate<Plan> breaks;
  private int tries;

  /**
   * @param breaks plays a plan; true if it breaks a promise
   * @param tries how often it may be asked
   */
  Shrinker(Predicate<Plan> breaks, int tries) {
    this.breaks = breaks;
    this.tries = tries;
  }

  /** The smallest plan found that breaks a promise; the given one if none is smaller. */
  Plan shrink(Plan plan) {
    Plan smallest = plan;
    int pieces = 2;
    while (tries > 0) {
      int size = smallest.actions().size();
      Plan smaller = withoutOnePiece(smallest, Math.min(pieces, size));
      if (smaller.actions().size() < size) {
        smallest = smaller;
        pieces = Math.max(2, pieces - 1);
      } else if (pieces >= size) {
        // Each single action is needed.
        break;
      } else {
        pieces *= 2;
      }
    }
    return smallest;
  }

  private Plan withoutOnePiece(Plan plan, int pieces) {
    List<Action> actions = plan.actions();
    for (int piece = 0; piece < pieces && tries > 0; piece++) {
      List<Action> rest = new ArrayList<>(actions);
      rest.subList(piece * actions.size() / pieces, (piece + 1) * actions.size() / pieces).clear();
      Plan smaller = plan.only(rest);
      tries--;
      if (breaks.test(smaller)) {
        return smaller;
      }
    }
    return plan;
  }
}
