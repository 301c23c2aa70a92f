package io.runledger.lab.drill;

import io.runledger.lab.stage.NightServer;
import io.runledger.lab.stage.OwnServer;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import java.time.Duration;

/** PostgreSQL ends in the middle of a chunk, and starts again. */
record DatabaseRestart(String name, String story, boolean crashes) implements Drill {

  private static final int CHUNKS = 30;
  private static final String LANE = "postgresql";

  static DatabaseRestart fast() {
    return new DatabaseRestart(
        "database-restart/fast",
        "PostgreSQL is restarted in the middle of a chunk, as for an update",
        false);
  }

  static DatabaseRestart crash() {
    return new DatabaseRestart(
        "database-restart/crash",
        "PostgreSQL is killed in the middle of a chunk, and recovers",
        true);
  }

  @Override
  public String lesson() {
    return "Whoever meets the error gives up; the date is saved only if another pod waits, and looks"
        + " what is done.";
  }

  @Override
  public Setting setting() {
    return new Setting().working(CHUNKS, Duration.ofSeconds(1));
  }

  @Override
  public NightServer server() {
    return OwnServer.start();
  }

  @Override
  public void play(Stage stage) {
    OwnServer server = (OwnServer) stage.server();
    stage.startPods();
    stage.begin();
    stage.awaitChunks(stage.holder(), 8, CHUNKS);
    if (crashes) {
      stage.fault(LANE, "SIGKILL of the server and its sessions");
      server.crash();
    } else {
      stage.fault(LANE, "is restarted");
      server.stop();
    }
    server.startAgain();
    stage.fault(LANE, "answers again");
    stage.playOut(180);
  }
}
