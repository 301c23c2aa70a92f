package io.runledger.lab.stage;

import io.runledger.test.Database;
import io.runledger.test.PostgresServer;
import io.runledger.test.TcpProxy;

/**
 * A server and its physical replica, each on a machine of its own, behind one address. All pods
 * reach the database there, whoever serves it.
 */
public final class ReplicatedServer implements NightServer {

  private static final String REPLICA = "replica";

  private final PostgresServer primary = PostgresServer.start();
  private final TcpProxy replication = TcpProxy.to(primary.port());
  private final TcpProxy address = TcpProxy.to(primary.port());
  private final Database database = primary.newDatabase().via(address.port());
  private final PostgresServer replica = primary.replica(REPLICA, replication.port());

  private ReplicatedServer() {}

  /** A commit is acknowledged before the replica has it. */
  public static ReplicatedServer asynchronous() {
    return new ReplicatedServer();
  }

  /** A commit is acknowledged once the replica has it. */
  public static ReplicatedServer synchronous() {
    ReplicatedServer server = new ReplicatedServer();
    server.set("synchronous_standby_names", REPLICA);
    return server;
  }

  private void set(String setting, String value) {
    database.jdbc().sql("ALTER SYSTEM SET %s = '%s'".formatted(setting, value)).update();
    database.jdbc().sql("SELECT pg_reload_conf()").query(Boolean.class).single();
  }

  @Override
  public Database database() {
    return database;
  }

  /** From now on the replica gets nothing. */
  public void loseReplication() {
    replication.blackhole();
  }

  /** The primary's machine is gone: no answer, no close, no reset. */
  public void losePrimary() {
    address.blackhole();
    replication.blackhole();
    primary.kill();
  }

  /** The replica becomes the server behind the address, with what it has. */
  public void promoteReplica() {
    replica.promote();
    address.redirect(replica.port());
    // Only now do the pods hear that their connections are gone.
    address.cut();
    address.forward();
  }

  @Override
  public void close() {
    address.close();
    replication.close();
    replica.close();
    primary.close();
  }
}
