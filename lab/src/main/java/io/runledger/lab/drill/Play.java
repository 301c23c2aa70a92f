package io.runledger.lab.drill;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import io.runledger.lab.night.Scale;
import io.runledger.lab.night.Timeline;
import io.runledger.lab.stage.Curtain;
import io.runledger.lab.stage.NightServer;
import io.runledger.lab.stage.Stage;
import java.util.function.Consumer;

/** Plays one drill against one guard, and reckons. */
public final class Play {

  private Play() {}

  /** Plays a night on its own. */
  public static Outcome play(Drill drill, Guard guard, Scale scale, Consumer<Moment> listener) {
    return play(drill, guard, scale, listener, Curtain.OPEN);
  }

  /**
   * Plays a night to its end.
   *
   * @param listener is told each event as it happens
   * @param curtain is awaited when the pods have started
   */
  public static Outcome play(
      Drill drill, Guard guard, Scale scale, Consumer<Moment> listener, Curtain curtain) {
    Timeline timeline = new Timeline(listener);
    try (NightServer server = drill.server();
        Stage stage = Stage.set(guard, scale, drill.setting(), timeline, server, curtain)) {
      drill.play(stage);
      return Reckoning.of(stage).outcome(drill, guard);
    }
  }
}
