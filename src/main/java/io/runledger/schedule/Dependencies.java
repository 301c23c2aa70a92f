package io.runledger.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which job comes after which. */
final class Dependencies {

  private final Map<String, JobSchedule> jobs;

  Dependencies(Map<String, JobSchedule> jobs) {
    this.jobs = jobs;
  }

  /** What is wrong with them, a sentence each; empty if nothing is. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (JobSchedule schedule : jobs.values()) {
      for (String upstream : schedule.after()) {
        if (upstream.equals(schedule.job())) {
          faults.add("%s comes after itself, and would wait for ever.".formatted(upstream));
        } else if (!jobs.containsKey(upstream)) {
          faults.add(
              "%s comes after '%s', and there is no job of that name."
                  .formatted(schedule.job(), upstream));
        } else if (!jobs.get(upstream).isScheduled()) {
          faults.add(
              "%s comes after %s, which has no schedule: no date of it is ever due."
                  .formatted(schedule.job(), upstream));
        }
      }
    }
    Map<String, List<String>> after = new TreeMap<>();
    jobs.forEach((job, schedule) -> after.put(job, schedule.after()));
    Circles.among(after)
        .forEach(circle -> faults.add(circle + " is a circle: each would wait for ever."));
    return faults;
  }

  /** The jobs with a cron whose dates make those of a job due. */
  Set<String> sources(String job) {
    Set<String> sources = new TreeSet<>();
    collectSources(job, new TreeSet<>(), sources);
    return sources;
  }

  private void collectSources(String job, Set<String> seen, Set<String> sources) {
    JobSchedule schedule = jobs.get(job);
    if (schedule == null || !seen.add(job)) {
      return;
    }
    if (schedule.cron() != null) {
      sources.add(job);
    } else {
      schedule.after().forEach(upstream -> collectSources(upstream, seen, sources));
    }
  }

  /** All jobs that come after one, directly or not, each behind those that it comes after. */
  List<String> downstream(String job) {
    Map<String, Set<String>> followers = followers();
    Deque<String> order = new ArrayDeque<>();
    collectDownstream(job, followers, new TreeSet<>(), order);
    order.remove(job);
    return List.copyOf(order);
  }

  private static void collectDownstream(
      String job, Map<String, Set<String>> followers, Set<String> seen, Deque<String> order) {
    if (seen.add(job)) {
      followers
          .getOrDefault(job, Set.of())
          .forEach(follower -> collectDownstream(follower, followers, seen, order));
      order.addFirst(job);
    }
  }

  private Map<String, Set<String>> followers() {
    Map<String, Set<String>> followers = new TreeMap<>();
    Collection<JobSchedule> all = jobs.values();
    all.forEach(
        schedule ->
            schedule
                .after()
                .forEach(
                    upstream ->
                        followers
                            .computeIfAbsent(upstream, one -> new TreeSet<>())
                            .add(schedule.job())));
    return followers;
  }
}
