package io.runledger.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who decided a verdict, and what was found there.
 *
 * @param layer who decided
 * @param owner the pod that has the run, or had it before; of a run that is STARTED the one that
 *     answers; null where nobody has it or the layer cannot tell
 * @param since since when, by the database's clock; null where the layer cannot tell, and of a run
 *     that is STARTED: since now
 */
public record Decision(Layer layer, @Nullable String owner, @Nullable Instant since) {

  public static Decision by(Layer layer) {
    return new Decision(layer, null, null);
  }
}
