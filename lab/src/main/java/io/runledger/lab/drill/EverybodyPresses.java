package io.runledger.lab.drill;

import io.runledger.lab.night.Guard;
import io.runledger.lab.stage.LabPod;
import io.runledger.lab.stage.Setting;
import io.runledger.lab.stage.Stage;
import java.time.Duration;
import java.util.List;

/** Nothing fails: all who may start the date do, at once, and one of them later once more. */
final class EverybodyPresses implements Drill {

  private static final int CHUNKS = 40;

  @Override
  public String name() {
    return "everybody-presses";
  }

  @Override
  public String story() {
    return "both schedules, REST, the command line and a double click at once; and once more when"
        + " it is done";
  }

  @Override
  public String lesson() {
    return "The lock lets one in at a time; that the date is done stands nowhere.";
  }

  @Override
  public Setting setting() {
    return new Setting()
        .trustingTheLock(Duration.ZERO)
        .onTheWeb()
        .working(CHUNKS, Duration.ofSeconds(1));
  }

  @Override
  public void play(Stage stage) {
    stage.startPods();
    LabPod one = stage.pods().get(0);
    LabPod other = stage.pods().get(1);
    // REST at both pods, the double click, and in the naive world the command line is one more.
    List<LabPod> pressed = List.of(one, other, other);
    if (stage.guard() == Guard.FULL) {
      stage.typeCommand();
      stage.begin();
      stage.pressByRest(pressed);
      stage.awaitEnd(200);
      stage.awaitCommand();
      stage.fault(one.name(), "the button is pressed once more");
      stage.pressByRest(List.of(one));
    } else {
      stage.begin();
      pressed.forEach(LabPod::press);
      one.press();
      stage.awaitEnd(200);
      stage.fault(one.name(), "the button is pressed once more");
      stage.pressAndAwaitAnswer(one);
    }
    stage.playOut(300);
  }
}
