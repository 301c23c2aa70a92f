package io.runledger.lab.stage;

import io.runledger.test.Database;
import io.runledger.test.PostgresServer;

/** A server for one night, which ends and starts again. */
public final class OwnServer implements NightServer {

  private final PostgresServer server = PostgresServer.start();
  private final Database database = server.newDatabase();

  private OwnServer() {}

  /** Starts it. */
  public static OwnServer start() {
    return new OwnServer();
  }

  @Override
  public Database database() {
    return database;
  }

  /** It ends all sessions in good order. */
  public void stop() {
    server.stop();
  }

  /** SIGKILL of it and its sessions. */
  public void crash() {
    server.kill();
  }

  /** It starts again with what was committed; returns when it answers. */
  public void startAgain() {
    server.restart();
  }

  @Override
  public void close() {
    server.close();
  }
}
