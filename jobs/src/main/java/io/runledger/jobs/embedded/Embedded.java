package io.runledger.jobs.embedded;

import org.springframework.core.env.ConfigurableEnvironment;

/** Whether the application works on embedded servers. */
public final class Embedded {

  /** The property source that says where they are. */
  static final String SOURCE = "runledger embedded servers";

  private Embedded() {}

  /** True if this application brought or joined them; false on a database of one's own. */
  public static boolean isInUse(ConfigurableEnvironment environment) {
    return environment.getPropertySources().contains(SOURCE);
  }
}
