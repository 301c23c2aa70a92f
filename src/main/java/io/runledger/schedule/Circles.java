package io.runledger.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Jobs that come after each other in a circle, so that each would wait for ever. */
final class Circles {

  private final Map<String, List<String>> after;
  private final Set<String> circles = new LinkedHashSet<>();
  private final Set<String> done = new TreeSet<>();
  private final Deque<String> path = new ArrayDeque<>();

  private Circles(Map<String, List<String>> after) {
    this.after = after;
  }

  /** Those of two or more jobs, each once, beginning with its first job in the alphabet. */
  static Set<String> among(Map<String, List<String>> after) {
    Circles search = new Circles(after);
    new TreeSet<>(after.keySet()).forEach(search::walk);
    return search.circles;
  }

  private void walk(String job) {
    if (path.contains(job)) {
      circles.add(from(job));
    } else if (!done.contains(job)) {
      path.addLast(job);
      after.getOrDefault(job, List.of()).stream()
          .filter(upstream -> !upstream.equals(job))
          .forEach(this::walk);
      path.removeLast();
      done.add(job);
    }
  }

  private String from(String job) {
    List<String> whole = new ArrayList<>(path);
    List<String> circle = new ArrayList<>(whole.subList(whole.indexOf(job), whole.size()));
    String first = Collections.min(circle);
    Collections.rotate(circle, -circle.indexOf(first));
    circle.add(first);
    return String.join(" -> ", circle);
  }
}
