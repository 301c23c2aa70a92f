package io.runledger.lab.hunt;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What people asked, and how they were answered. */
final class Requests {

  /**
   * A request that was answered.
   *
   * @param number which one; its actor is {@code person-} and the number
   * @param pod where
   * @param what the words that were typed, without the number
   * @param asked when, by the machine's clock
   * @param answered when
   * @param word the answer's first word
   */
  record Answered(
      int number, String pod, String what, Instant asked, Instant answered, String word) {}

  private record Open(String pod, String what, Instant asked) {}

  private final History history;
  private final AtomicInteger last = new AtomicInteger();
  private final Map<Integer, Open> open = new ConcurrentHashMap<>();
  private final List<Answered> answered = new ArrayList<>();

  Requests(History history) {
    this.history = history;
  }

  void ask(Slot slot, String what) {
    int number = last.incrementAndGet();
    open.put(number, new Open(slot.name(), what, Instant.now()));
    history.add(slot.name(), History.Type.invoke, what, Integer.toString(number));
    if (!slot.type(number + " " + what)) {
      open.remove(number);
      history.add(
          slot.name(), History.Type.fail, what, number + ": the pod is down, nobody heard it");
    }
  }

  /** A line {@code 17|STARTED|...}. */
  synchronized void hear(String pod, String line) {
    String[] parts = line.split("\\|", 3);
    int number = Integer.parseInt(parts[0]);
    Open request = open.remove(number);
    if (request == null) {
      return;
    }
    boolean isUnknown = parts[1].equals("ERROR") || parts[1].equals("UNAVAILABLE");
    history.add(pod, isUnknown ? History.Type.info : History.Type.ok, request.what(), line);
    answered.add(
        new Answered(number, pod, request.what(), request.asked(), Instant.now(), parts[1]));
  }

  /** What was never answered is unknown: its pod may have done it before it died. */
  synchronized List<Answered> close() {
    open.forEach(
        (number, request) ->
            history.add(
                request.pod(), History.Type.info, request.what(), number + ": never answered"));
    open.clear();
    return List.copyOf(answered);
  }

  int asked() {
    return last.get();
  }
}
