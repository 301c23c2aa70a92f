package io.runledger.lab.hunt;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a hunt saw.
 *
 * @param plan what was done
 * @param faults how often each
 * @param events how often each layer stopped something
 * @param dates how many fell due, of all jobs
 * @param attempts how many attempts there were
 * @param takeovers how many of them were LOST
 * @param chunks how many were committed
 * @param requests what people asked
 * @param answers and how it was answered, by word
 * @param stood the longest time after the faults in which dates were open and nobody worked
 * @param breaks each break of a promise, as a sentence
 */
record HuntReport(
    Plan plan,
    Map<Action.Kind, Integer> faults,
    Map<String, Integer> events,
    long dates,
    long attempts,
    long takeovers,
    long chunks,
    int requests,
    Map<String, Long> answers,
    Duration stood,
    List<String> breaks) {

  static HuntReport of(
      Plan plan,
      HuntDatabase database,
      Map<Action.Kind, Integer> faults,
      Map<String, Integer> events,
      List<Requests.Answered> answers,
      int requests,
      Duration stood) {
    return new HuntReport(
        plan,
        faults,
        Map.copyOf(events),
        (long) database.nights() * HuntJobs.NAMES.size(),
        count(database, "SELECT count(*) FROM runledger.batch_attempt"),
        count(database, "SELECT count(*) FROM runledger.batch_attempt WHERE status = 'LOST'"),
        count(database, "SELECT count(DISTINCT xmin::text) FROM hunt.effect"),
        requests,
        answers.stream()
            .collect(Collectors.groupingBy(Requests.Answered::word, Collectors.counting())),
        stood,
        new Checker(database.jdbc()).check(answers));
  }

  private static long count(HuntDatabase database, String sql) {
    return database.jdbc().sql(sql).query(Long.class).single();
  }

  @Override
  public String toString() {
    String text =
        """
        seed %d, %d s, %d pods: %d dates of %d jobs, %d attempts, %d takeovers, %d chunks
        faults and people: %s
        %d requests, answered %s
        the lease refused %d attempts that the filter had let pass (%d times Redis could not say)
        the fence refused %d writes of lost attempts
        what happened in the guard: %s
        after the faults nobody worked on an open date for at most %d ms
        """
            .formatted(
                plan.seed(),
                plan.length().toSeconds(),
                plan.pods(),
                dates,
                HuntJobs.NAMES.size(),
                attempts,
                takeovers,
                chunks,
                faults,
                requests,
                answers,
                events.getOrDefault("lease-refused", 0),
                events.getOrDefault("filter-unknown", 0),
                events.getOrDefault("fence-refused", 0),
                events,
                stood.toMillis());
    return text
        + (breaks.isEmpty()
            ? "no promise broken: 0 doubles, 0 dates lost\n"
            : breaks.size() + " BREAKS:\n  " + String.join("\n  ", breaks) + "\n");
  }
}
