package io.runledger.lab.hunt;

import io.runledger.guard.Filter;
import java.sql.ResultSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a hunt saw.
 *
 * @param plan what was done
 * @param faults how often each
 * @param events how often each layer stopped something
 * @param redis how often Redis said what
 * @param alone how often Redis alone would have let a second attempt in
 * @param dates how many fell due, of all jobs
 * @param attempts how many attempts there were, by what became of them
 * @param chunks how many were committed
 * @param requests what people asked
 * @param answers and how it was answered, by word
 * @param outcome how the dates were completed after the faults
 * @param breaks each break of a promise, as a sentence
 */
record HuntReport(
    Plan plan,
    Map<Action.Kind, Integer> faults,
    Map<String, Integer> events,
    Map<Filter.Answer, Integer> redis,
    RedisAlone alone,
    long dates,
    Map<String, Long> attempts,
    long chunks,
    int requests,
    Map<String, Long> answers,
    Settlement.Outcome outcome,
    List<String> breaks) {

  static HuntReport of(
      Plan plan,
      HuntDatabase database,
      Map<Action.Kind, Integer> faults,
      Map<String, Integer> events,
      Testimony testimony,
      List<Requests.Answered> answers,
      int requests,
      Settlement.Outcome outcome) {
    return new HuntReport(
        plan,
        faults,
        new TreeMap<>(events),
        testimony.counts(),
        RedisAlone.of(database.jdbc()),
        (long) database.nights() * HuntJobs.NAMES.size(),
        attempts(database),
        count(database, "SELECT count(DISTINCT xmin::text) FROM hunt.effect"),
        requests,
        answers.stream()
            .collect(Collectors.groupingBy(Requests.Answered::word, Collectors.counting())),
        outcome,
        new Checker(database.jdbc()).check(answers, outcome));
  }

  private static Map<String, Long> attempts(HuntDatabase database) {
    Map<String, Long> byStatus = new TreeMap<>();
    database
        .jdbc()
        .sql("SELECT status, count(*) FROM runledger.batch_attempt GROUP BY status")
        .query(
            (ResultSet row) -> {
              byStatus.put(row.getString(1), row.getLong(2));
            });
    return byStatus;
  }

  private static long count(HuntDatabase database, String sql) {
    return database.jdbc().sql(sql).query(Long.class).single();
  }

  @Override
  public String toString() {
    String text =
        """
        seed %d, %d s, %d pods, Redis %s: %d dates of %d jobs, %d chunks
        %d attempts, %d takeovers: %s
        faults and people: %s
        %d requests, answered %s
        Redis alone would have let %d second attempts in: it granted a lock that it had granted already to an attempt at work,
          %d times while that one's lease lived, and %d times to the successor of one whose later writes the fence refused
        Redis lost the lock of %d attempts while they worked; it answered %s (UNKNOWN: nobody is let in by that)
        the fence refused %d writes of lost attempts
        what happened in the guard: %s
        after the faults a job with open dates stood still for at most %d ms (%s)
        """
            .formatted(
                plan.seed(),
                plan.length().toSeconds(),
                plan.pods(),
                plan.redis(),
                dates,
                HuntJobs.NAMES.size(),
                chunks,
                attempts.values().stream().mapToLong(Long::longValue).sum(),
                attempts.getOrDefault("LOST", 0L),
                attempts,
                faults,
                requests,
                answers,
                alone.total(),
                alone.whileLeased(),
                alone.whileFenced(),
                alone.lost(),
                redis,
                events.getOrDefault("fence-refused", 0),
                events,
                outcome.stood().toMillis(),
                outcome.slowest());
    return text
        + (breaks.isEmpty()
            ? "no promise broken: 0 doubles, 0 dates lost\n"
            : breaks.size() + " BREAKS:\n  " + String.join("\n  ", breaks) + "\n");
  }
}
