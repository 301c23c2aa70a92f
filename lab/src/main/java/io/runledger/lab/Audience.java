package io.runledger.lab;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Moment;
import io.runledger.lab.report.Result;
import java.util.function.Consumer;

/** Who watches the nights. Told by the threads that play them. */
interface Audience {

  /**
   * A night begins.
   *
   * @return is told its events
   */
  Consumer<Moment> begins(Drill drill, Guard guard);

  /** It is over. */
  void ends(Result result);
}
