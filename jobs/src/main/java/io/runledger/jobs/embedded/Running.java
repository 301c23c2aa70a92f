package io.runledger.jobs.embedded;

/**
 * A server that runs now.
 *
 * @param name as people call it
 * @param port where it listens, which is the configured port unless another process started it
 * @param password what it asks of clients
 * @param wasJoined false if this process started it
 */
record Running(String name, int port, String password, boolean wasJoined) {

  @Override
  public String toString() {
    // Without the password: this goes to the log.
    return "%s %s on port %d".formatted(name, wasJoined ? "joined" : "started", port);
  }
}
