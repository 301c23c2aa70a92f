package io.runledger.lab.drill;

import io.runledger.lab.stage.LabPod;
import io.runledger.lab.stage.NightServer;
import io.runledger.lab.stage.ReplicatedServer;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import java.time.Duration;

/**
 * The primary of a replicated PostgreSQL is lost, and the replica promoted. What the primary had
 * acknowledged and the replica not received is undone; no guard in the database can remember it.
 */
record DatabaseFailover(String name, String story, String lesson, boolean isSynchronous)
    implements Drill {

  private static final int CHUNKS = 40;
  private static final int IN_STEP = 5;
  private static final int AHEAD = 10;

  static DatabaseFailover asynchronous() {
    return new DatabaseFailover(
        "database-failover/asynchronous",
        "the replica falls behind, the primary is lost, and the replica promoted",
        "The database lost commits that it had acknowledged, and the ledger with them: they are done"
            + " again. Only synchronous replication of the ledger's database prevents it.",
        false);
  }

  static DatabaseFailover synchronous() {
    return new DatabaseFailover(
        "database-failover/synchronous",
        "the primary is lost, and the replica promoted, which has whatever was acknowledged",
        "Nothing acknowledged was lost; but whoever meets the error gives up.",
        true);
  }

  @Override
  public boolean beyondThePromise() {
    return !isSynchronous;
  }

  @Override
  public Setting setting() {
    return new Setting().working(CHUNKS, Duration.ofSeconds(1));
  }

  @Override
  public NightServer server() {
    return isSynchronous ? ReplicatedServer.synchronous() : ReplicatedServer.asynchronous();
  }

  @Override
  public void play(Stage stage) {
    ReplicatedServer server = (ReplicatedServer) stage.server();
    stage.startPods();
    stage.begin();
    LabPod holder = stage.holder();
    stage.awaitChunks(holder, IN_STEP, CHUNKS);
    if (!isSynchronous) {
      server.loseReplication();
      stage.fault("replica", "the link from its primary is lost, it falls behind");
    }
    stage.awaitChunks(holder, AHEAD, CHUNKS);
    server.losePrimary();
    stage.fault("primary", "the machine is lost");
    server.promoteReplica();
    stage.fault("replica", "is promoted, and all pods are led to it");
    stage.playOut(180);
  }
}
