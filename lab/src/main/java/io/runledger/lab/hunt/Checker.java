package io.runledger.lab.hunt;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Holds what the database has against what was promised; each break is a sentence. */
final class Checker {

  /** A lease may be taken some time before its run's row says so, and given back after. */
  private static final Duration SLACK = Arena.LEASE.multipliedBy(2);

  /** A round comes within a second and a bit, but every pod of the hunt shares one machine. */
  static final Duration ROUNDS_AND_MACHINE = Duration.ofSeconds(10);

  private final JdbcClient jdbc;
  private final List<String> breaks = new ArrayList<>();

  Checker(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  List<String> check(List<Requests.Answered> answers, Settlement.Outcome outcome) {
    list(
        """
        SELECT format('%s %s, generation %s: item %s has %s effects, under fences %s',
                      job, batch_date, generation, item, count(*), string_agg(fence::text, ', '))
          FROM hunt.effect GROUP BY job, batch_date, generation, item HAVING count(*) > 1
        """);
    list(
        """
        SELECT format('%s %s is COMPLETED, but generation %s has %s of its items',
                      r.job_name, r.batch_date, r.generation, count(e.item))
          FROM runledger.batch_run r
          LEFT JOIN hunt.effect e
            ON e.job = hunt.first(r.job_name) AND e.batch_date = r.batch_date AND e.generation = r.generation
         WHERE r.status = 'COMPLETED'
         GROUP BY r.job_name, r.batch_date, r.generation HAVING count(DISTINCT e.item) <> %d
        """
            .replace("%d", Integer.toString(HuntJobs.ITEMS)));
    list(
        """
        SELECT format('%s %s: item %s was committed under fence %s after a higher one had claimed the run or its lock',
                      e.job, e.batch_date, e.item, e.fence)
          FROM hunt.effect e
          JOIN (SELECT fence,
                       least(min(at) OVER (PARTITION BY lock ORDER BY fence DESC
                                           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
                             min(at) OVER (PARTITION BY job, batch_date ORDER BY fence DESC
                                           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
                       AS superseded
                  FROM (SELECT job, batch_date, lock, fence, min(pg_xact_commit_timestamp(xmin)) AS at
                          FROM hunt.run_change GROUP BY job, batch_date, lock, fence) claim) c
            ON c.fence = e.fence
         WHERE pg_xact_commit_timestamp(e.xmin) > c.superseded
        """);
    list(
        """
        SELECT format('%s %s: item %s was committed under fence %s, which never claimed the run',
                      e.job, e.batch_date, e.item, e.fence)
          FROM hunt.effect e
         WHERE NOT EXISTS (SELECT 1 FROM hunt.run_change c
                            WHERE c.fence = e.fence AND c.job = e.job AND c.batch_date = e.batch_date)
        """);
    list(
        """
        SELECT format('%s %s, generation %s was COMPLETED %s times', job, batch_date, generation, count(*))
          FROM hunt.run_change WHERE status = 'COMPLETED'
         GROUP BY job, batch_date, generation HAVING count(*) > 1
        """);
    list(
        """
        SELECT format('%s %s, generation %s was reversed %s times', job, batch_date, generation, count(*))
          FROM hunt.reversal GROUP BY job, batch_date, generation HAVING count(*) > 1
        """);
    answers.forEach(this::check);
    check(outcome);
    return List.copyOf(breaks);
  }

  private void check(Settlement.Outcome outcome) {
    breaks.addAll(outcome.lost());
    Duration leases = Arena.LEASE.multipliedBy(2);
    if (outcome.stood().compareTo(leases.plus(ROUNDS_AND_MACHINE)) > 0) {
      breaks.add(
          "%s had open dates after the faults, and for %d ms nobody was at work: longer than two leases (%d ms) and %d ms for rounds and a busy machine"
              .formatted(
                  outcome.slowest(),
                  outcome.stood().toMillis(),
                  leases.toMillis(),
                  ROUNDS_AND_MACHINE.toMillis()));
    }
  }

  private void list(String sql) {
    breaks.addAll(jdbc.sql(sql).query(String.class).list());
  }

  private void check(Requests.Answered answer) {
    String actor = "person-" + answer.number();
    if (!answer.word().equals("ERROR")
        && !answer.word().equals("UNAVAILABLE")
        && count("SELECT count(*) FROM runledger.batch_audit WHERE actor = ?", actor) == 0) {
      breaks.add(
          "%s was answered %s, and the audit has nothing of it".formatted(answer, answer.word()));
    }
    String[] words = answer.what().split(" ", -1);
    if (!words[0].equals("run")) {
      return;
    }
    String job = HuntJobs.first(words[1]);
    switch (answer.word()) {
      case "STARTED", "RESUMED" -> {
        if (count("SELECT count(*) FROM runledger.batch_attempt WHERE actor = ?", actor) != 1) {
          breaks.add("%s: there is not one attempt of it".formatted(answer));
        }
      }
      case "ALREADY_COMPLETED" -> {
        if (!was(answer, "COMPLETED", job, words[2], Duration.ZERO)) {
          breaks.add("%s: it was not COMPLETED at any moment of the question".formatted(answer));
        }
      }
      case "ALREADY_RUNNING" -> {
        if (!was(answer, "RUNNING", job, null, SLACK)) {
          breaks.add("%s: nothing under the job's lock was at work about then".formatted(answer));
        }
      }
      default -> {}
    }
  }

  /**
   * Whether a run was in this state at some moment between question and answer: the job's of the
   * date, or without a date any under the job's lock.
   */
  private boolean was(
      Requests.Answered answer, String status, String job, @Nullable String date, Duration slack) {
    return jdbc.sql(
            """
            SELECT count(*) > 0 FROM (
              SELECT status, at, lead(at) OVER (PARTITION BY job, batch_date ORDER BY at) AS until
                FROM hunt.run_change
               WHERE CASE WHEN :date::date IS NULL THEN hunt.first(lock) = :lock
                          ELSE job = :job AND batch_date = :date::date END) c
             WHERE status = :status AND at <= :answered AND (until IS NULL OR until >= :asked)
            """)
        .param("job", job)
        .param("lock", HuntJobs.lock(job))
        .param("date", date)
        .param("status", status)
        .param("answered", answer.answered().plus(slack).atOffset(ZoneOffset.UTC))
        .param("asked", answer.asked().minus(slack).atOffset(ZoneOffset.UTC))
        .query(Boolean.class)
        .single();
  }

  private long count(String sql, String actor) {
    return jdbc.sql(sql).param(actor).query(Long.class).single();
  }
}
