package io.runledger.lab.hunt;

import io.runledger.operate.Audit;
import io.runledger.operate.ManualHolds;
import io.runledger.operate.ManualReopening;
import io.runledger.operate.ManualRequest;
import io.runledger.operate.ManualRuns;
import io.runledger.operate.ManualStops;
import io.runledger.operate.Person;
import io.runledger.run.RunKey;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Map;
import java.util.Scanner;
import org.springframework.context.ApplicationContext;

/**
 * Where the people of a hunt come to: {@code 17 run chunks 2026-03-01} is answered by {@code
 * hunt|17|STARTED|...}, on a thread of its own.
 */
final class Desk {

  /** How an answer begins. */
  static final String MARK = "hunt|";

  private final ManualRuns runs;
  private final ManualStops stops;
  private final ManualHolds holds;
  private final ManualReopening reopening;

  Desk(ApplicationContext context) {
    runs = context.getBean(ManualRuns.class);
    stops = context.getBean(ManualStops.class);
    holds = context.getBean(ManualHolds.class);
    reopening = context.getBean(ManualReopening.class);
  }

  /** Until the pod ends. */
  void serve() {
    Scanner typed = new Scanner(System.in, StandardCharsets.UTF_8);
    while (typed.hasNextLine()) {
      String[] words = typed.nextLine().split(" ", -1);
      Thread thread = new Thread(() -> answer(words), "desk-" + words[0]);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void answer(String[] words) {
    String answer;
    try {
      answer = ask(words);
    } catch (RuntimeException e) {
      answer = "ERROR|" + e;
    }
    System.out.println(MARK + words[0] + "|" + answer.lines().findFirst().orElse(""));
  }

  private String ask(String[] words) {
    String job = words[2];
    Person person = new Person("person-" + words[0], "hunt " + words[0]);
    return switch (words[1]) {
      case "run" -> {
        var verdict = runs.ask(new ManualRequest(key(words), Audit.Action.RUN, person, Map.of()));
        yield verdict.word() + "|" + verdict.explanation();
      }
      case "stop" -> {
        var answer = stops.ask(key(words), person);
        yield answer.word() + "|" + answer.explanation();
      }
      case "hold" -> {
        var answer = holds.hold(job, person);
        yield answer.word() + "|" + answer.explanation();
      }
      case "release" -> {
        var answer = holds.release(job, person);
        yield answer.word() + "|" + answer.explanation();
      }
      case "reopen" -> {
        var answer = reopening.reopen(key(words), true, person);
        yield answer.word() + "|" + answer.explanation();
      }
      default -> throw new IllegalArgumentException("nobody can " + words[1]);
    };
  }

  private static RunKey key(String[] words) {
    return RunKey.of(words[2], LocalDate.parse(words[3]));
  }
}
