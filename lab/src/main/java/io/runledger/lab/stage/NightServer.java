package io.runledger.lab.stage;

import io.runledger.test.Database;
import io.runledger.test.PostgresServer;

/** The PostgreSQL of a night. */
public class NightServer implements AutoCloseable {

  private final Database database;

  private NightServer(Database database) {
    this.database = database;
  }

  /** A database of its own on the server that all nights share. */
  public static NightServer shared() {
    return new NightServer(PostgresServer.shared().newDatabase());
  }

  /** The database as it is now. */
  public Database database() {
    return database;
  }

  @Override
  public void close() {}
}
