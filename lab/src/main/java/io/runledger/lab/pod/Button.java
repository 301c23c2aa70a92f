package io.runledger.lab.pod;

import io.runledger.operate.Audit;
import io.runledger.operate.ManualRequest;
import io.runledger.operate.ManualRuns;
import io.runledger.operate.Person;
import io.runledger.run.RunKey;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Scanner;

/** What is typed is a person who presses the button: the date is asked for by hand. */
final class Button {

  private final ManualRuns runs;
  private final Night night;

  Button(ManualRuns runs, Night night) {
    this.runs = runs;
    this.night = night;
  }

  /** Listens on a thread of its own. */
  void listen() {
    Thread thread = new Thread(this::serve, "button");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve() {
    Scanner typed = new Scanner(System.in, StandardCharsets.UTF_8);
    while (typed.hasNextLine()) {
      typed.nextLine();
      // The verdict is told by the storyteller, as each is.
      var unused =
          runs.ask(
              new ManualRequest(
                  RunKey.of("post-interest", night.date()),
                  Audit.Action.RUN,
                  new Person("clerk", "pressed the button"),
                  Map.of()));
    }
  }
}
