package io.runledger.lab.report;

import io.runledger.lab.night.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How long a pod went by its grant: until it was through, learned of its loss, or was killed. */
record Tenure(String lane, Duration from, Duration to) {

  /** All of a night. */
  static List<Tenure> of(List<Moment> night) {
    List<Tenure> all = new ArrayList<>();
    Map<String, Duration> open = new HashMap<>();
    Duration end = Duration.ZERO;
    for (Moment moment : night) {
      end = moment.at();
      switch (moment.kind()) {
        case GRANTED -> open.putIfAbsent(moment.lane(), moment.at());
        case ENDED, FAILED, LOST -> close(moment, open, all);
        case FAULT -> {
          if (moment.text().startsWith("SIGKILL")) {
            close(moment, open, all);
          }
        }
        default -> {}
      }
    }
    Duration last = end;
    open.forEach((lane, from) -> all.add(new Tenure(lane, from, last)));
    return all;
  }

  private static void close(Moment moment, Map<String, Duration> open, List<Tenure> all) {
    Duration from = open.remove(moment.lane());
    if (from != null) {
      all.add(new Tenure(moment.lane(), from, moment.at()));
    }
  }
}
