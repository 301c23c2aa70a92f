package io.runledger.run;

import java.util.Map;

/**
 * A request for a run.
 *
 * @param key the run that is asked for
 * @param cause why
 * @param again whether the same was asked before and found the filter busy: now the lease is looked
 *     at before the filter is believed
 * @param parameters what a person adds; recorded with the attempt, handed to the job as
 *     non-identifying parameters, and without influence on which run it is
 */
public record RunRequest(RunKey key, Cause cause, boolean again, Map<String, String> parameters) {

  public RunRequest {
    parameters = Map.copyOf(parameters);
  }

  public static RunRequest of(RunKey key, Cause cause) {
    return new RunRequest(key, cause, false, Map.of());
  }

  /**
   * Whether a person asks for it now, who knows what was said of the run before and wants it all
   * the same; not what a waiting process repeats in the person's name.
   */
  public boolean isByHand() {
    return cause.isPerson() && !again;
  }

  /** The same request, asked once more. */
  public RunRequest onceMore() {
    return new RunRequest(key, cause, true, parameters);
  }
}
