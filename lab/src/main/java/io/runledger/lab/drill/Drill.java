package io.runledger.lab.drill;

import io.runledger.lab.stage.NightServer;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;

/** One fault, as a night that can be played against each guard. */
public interface Drill {

  /** Its name on the command line; variants of one fault share what stands before the slash. */
  String name();

  /** What happens, in a line. */
  String story();

  /** What is to be learned from it, in a sentence. */
  String lesson();

  /** How the night is before the fault. */
  default Setting setting() {
    return new Setting();
  }

  /** The database of a night; a server of its own where the drill hurts it. */
  default NightServer server() {
    return NightServer.shared();
  }

  /** Plays the night to its end, from a stage whose pods are not started. */
  void play(Stage stage);

  /** Whether nothing is promised against this fault. */
  default boolean beyondThePromise() {
    return false;
  }
}
