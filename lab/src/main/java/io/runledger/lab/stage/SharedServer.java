package io.runledger.lab.stage;

import io.runledger.test.Database;

/** The server of all nights; no drill hurts it. */
record SharedServer(Database database) implements NightServer {

  @Override
  public void close() {
    // It ends with the lab.
  }
}
