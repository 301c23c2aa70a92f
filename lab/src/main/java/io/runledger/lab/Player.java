package io.runledger.lab;

import io.runledger.lab.drill.Drill;
import io.runledger.lab.night.Guard;
import io.runledger.lab.night.Moment;
import io.runledger.lab.night.Outcome;
import io.runledger.lab.night.Scale;
import io.runledger.lab.stage.Curtain;
import java.util.function.Consumer;

/** Plays one night; see {@link io.runledger.lab.drill.Play}. */
@FunctionalInterface
interface Player {
  Outcome play(Drill drill, Guard guard, Scale scale, Consumer<Moment> listener, Curtain curtain);
}
