package io.runledger.simulation;

import io.runledger.guard.GuardListener;
import io.runledger.run.Attempt;
import io.runledger.run.RunKey;
import io.runledger.run.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What has to hold in every night, and what did not. */
final class Promises {

  /** A lease that its owner left, a round, and the work: for each run, if all goes badly. */
  private static final Duration EACH =
      SimulatedPod.LEASE.plus(SimulatedPod.ROUND).plus(ItemsJob.LONGEST);

  private final Night night;
  private final JdbcClient jdbc;
  private final List<String> broken = new ArrayList<>();
  private long attempts;
  private long lost;

  Promises(Night night, JdbcClient jdbc) {
    this.night = night;
    this.jdbc = jdbc;
  }

  /** What the night broke, in words. */
  List<String> broken() {
    return broken;
  }

  void broken(String sentence) {
    broken.add(sentence);
  }

  void failed(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    broken.add(text.toString());
  }

  /**
   * How long anything may be open once nothing goes wrong any more: two leases, the time for which
   * the server keeps a session that nobody answers for, and what the runs take one after the other.
   */
  Duration limit(int runs) {
    return SimulatedPod.LEASE.multipliedBy(2).plus(night.chunkIdle()).plus(EACH.multipliedBy(runs));
  }

  /** How many attempts there were. */
  long attempts() {
    return attempts;
  }

  /** How many of them were lost. */
  long lost() {
    return lost;
  }

  GuardListener listener(Host host) {
    return new GuardListener() {
      @Override
      public void answered(Verdict verdict) {
        night.trace(
            "%s is told %s of %s by %s"
                .formatted(
                    host,
                    verdict.getClass().getSimpleName(),
                    verdict.key(),
                    verdict.decision().layer()));
      }

      @Override
      public void attemptLost(Attempt attempt, String why) {
        night.trace(host + " lost " + attempt.key() + ": " + why);
      }
    };
  }

  List<RunKey> open(List<RunKey> due) {
    List<RunKey> completed = runs("SELECT * FROM runledger.batch_run WHERE status = 'COMPLETED'");
    return due.stream().filter(key -> !completed.contains(key)).collect(Collectors.toList());
  }

  List<RunKey> waitingForPeople() {
    return runs(
        """
        SELECT * FROM runledger.batch_run
         WHERE status = 'FAILED' OR status = 'STOPPED' AND stopped_by_person
        """);
  }

  private List<RunKey> runs(String sql) {
    return jdbc.sql(sql)
        .query(
            (row, number) ->
                new RunKey(
                    row.getString("job_name"),
                    row.getObject("batch_date", LocalDate.class),
                    row.getString("part")))
        .list();
  }

  void check() {
    attempts = count("SELECT count(*) FROM runledger.batch_attempt");
    lost = count("SELECT count(*) FROM runledger.batch_attempt WHERE status = 'LOST'");
    none(
        """
        SELECT format('%s %s: item %s has %s effects, under fences %s', job, batch_date, item,
                      count(*), string_agg(fence::text, ', '))
          FROM simulation.effect GROUP BY job, batch_date, generation, item HAVING count(*) > 1
        """);
    none(
        """
        SELECT format('%s %s was COMPLETED without item %s', r.job_name, r.batch_date, i)
          FROM runledger.batch_run r, generate_series(1, %d) AS i
         WHERE r.status = 'COMPLETED' AND NOT EXISTS (
               SELECT 1 FROM simulation.effect e
                WHERE e.job = r.job_name AND e.batch_date = r.batch_date AND e.item = i
                  AND e.generation = r.generation)
        """
            .replace("%d", Integer.toString(ItemsJob.ITEMS)));
    none(
        """
        SELECT format('%s %s: item %s was committed under fence %s after fence %s was granted', job,
                      batch_date, item, fence, granted)
          FROM simulation.late
        """);
    none(
        """
        SELECT format('%s %s was COMPLETED %s times', job, batch_date, count(*))
          FROM simulation.change WHERE status = 'COMPLETED'
         GROUP BY job, batch_date, generation HAVING count(*) > 1
        """);
    none(
        """
        SELECT format('%s %s FAILED, and its job never did: %s', job, batch_date, message)
          FROM simulation.change WHERE status = 'FAILED' AND message NOT LIKE '%in a row were lost%'
        """);
    none(
        """
        SELECT format('%s %s began before %s was over', c.job, c.batch_date, e.batch_date)
          FROM simulation.change c JOIN simulation.change e
            ON e.job = c.job AND e.batch_date < c.batch_date AND e.status = 'COMPLETED'
         WHERE c.status = 'RUNNING' AND c.id < e.id
        """);
  }

  private long count(String sql) {
    return jdbc.sql(sql).query(Long.class).single();
  }

  private void none(String sql) {
    broken.addAll(jdbc.sql(sql).query(String.class).list());
  }
}
