package io.runledger.lab.drill;

import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import io.runledger.lab.night.Scale;
import io.runledger.lab.night.Timeline;
import io.runledger.lab.stage.NightServer;
import io.runledger.lab.stage.Stage;
import java.util.function.Consumer;

/** Plays one drill against one guard, and reckons. */
public final class Play {

  private Play() {}

  /**
   * Plays a night to its end.
   *
   * @param listener is told each event as it happens
   */
  public static Outcome play(Drill drill, Guard guard, Scale scale, Consumer<Moment> listener) {
    Timeline timeline = new Timeline(listener);
    try (NightServer server = drill.server();
        Stage stage = Stage.set(guard, scale, drill.setting(), timeline, server)) {
      drill.play(stage);
      return Reckoning.of(stage).outcome(drill, guard);
    }
  }
}
