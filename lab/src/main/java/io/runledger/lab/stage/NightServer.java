package io.runledger.lab.stage;

import io.runledger.test.Database;
import io.runledger.test.PostgresServer;

/** The PostgreSQL of a night. */
public sealed interface NightServer extends AutoCloseable
    permits SharedServer, OwnServer, ReplicatedServer {

  /** A database of its own on the server that all nights share. */
  static NightServer shared() {
    return new SharedServer(PostgresServer.shared().newDatabase());
  }

  /** The database as it is now. */
  Database database();

  @Override
  void close();
}
