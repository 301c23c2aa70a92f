package io.runledger.operate;

import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import java.util.Map;

/**
 * A person's request for a run.
 *
 * @param key the run
 * @param action what the person does
 * @param person who asks, and why
 * @param parameters what the person adds; without influence on which run it is
 */
public record ManualRequest(
    RunKey key, Audit.Action action, Person person, Map<String, String> parameters) {

  public ManualRequest {
    parameters = Map.copyOf(parameters);
  }

  RunRequest request() {
    return new RunRequest(key, person.cause(), false, parameters);
  }
}
