package io.runledger.guard;

import io.runledger.guard.Standings.Standing;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What has to be so before a run may be claimed, whoever asks: the date is due, the job is not on
 * hold, earlier dates are over, and the runs that it builds on are completed. It is looked at
 * twice, before anything is taken, and in the claim's transaction with the rows locked.
 */
final class Gate {

  private final JdbcClient jdbc;
  private final LedgerClock clock;
  private final JobRegister register;
  private final Standings standings;

  Gate(JdbcClient jdbc, LedgerClock clock, JobRegister register) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.register = register;
    this.standings = new Standings(jdbc);
  }

  /** What the schedule says of the run now. A job that was never seen is seen from now on. */
  Timetable.Entry entry(RunKey key, JobGuard job) {
    Map<String, RegisteredJob> jobs = register.all();
    if (!jobs.containsKey(key.job())) {
      register.register(Set.of(key.job()));
    }
    Instant now = clock.now();
    return job.timetable()
        .entry(
            key,
            now,
            name -> {
              RegisteredJob known = jobs.get(name);
              return known == null ? now : known.since();
            });
  }

  /** In words for a person; empty if there is none. */
  Optional<String> obstacle(RunRequest request, Optional<Run> seen, Timetable.Entry entry) {
    if (isToBeClosed(request, seen)) {
      return Optional.empty();
    }
    String notDue = isNew(seen) ? entry.notDue() : null;
    return Optional.ofNullable(notDue)
        .or(() -> hold(request.key().job(), ""))
        .or(() -> unfinished(request.key(), seen, entry));
  }

  /**
   * Likewise, so that none can come up before the caller's transaction ends: who holds the job, or
   * reopens a run that this one builds on, waits for it. The job's row is locked before any run's,
   * as a renaming does.
   */
  Optional<String> obstacleUnderLock(
      RunRequest request, Optional<Run> seen, Timetable.Entry entry) {
    if (isToBeClosed(request, seen)) {
      return Optional.empty();
    }
    return hold(request.key().job(), "FOR SHARE")
        .or(
            () -> {
              lock(before(entry));
              return unfinished(request.key(), seen, entry);
            });
  }

  /** Whether nobody ever began it. */
  private static boolean isNew(Optional<Run> seen) {
    return seen.map(run -> run.status() == RunStatus.MISSED).orElse(true);
  }

  private Optional<String> unfinished(RunKey key, Optional<Run> seen, Timetable.Entry entry) {
    return notHandedOver(entry.formerly())
        .or(() -> entry.isSequential() ? openBefore(key) : Optional.empty())
        .or(() -> unfinished(key, isNew(seen), entry));
  }

  /** It is taken over to be closed, since a person asked it to stop: nothing starts. */
  private static boolean isToBeClosed(RunRequest request, Optional<Run> seen) {
    return !request.isByHand()
        && seen.isPresent()
        && seen.get().status() == RunStatus.RUNNING
        && seen.get().stopAskedBy() != null;
  }

  private Optional<String> hold(String job, String locking) {
    return jdbc.sql("SELECT * FROM runledger.batch_job WHERE job_name = :job " + locking)
        .param("job", job)
        .query(JobRegister::job)
        .optional()
        .flatMap(registered -> Optional.ofNullable(kept(registered)));
  }

  private static @Nullable String kept(RegisteredJob job) {
    if (job.renamedTo() != null) {
      return "the job is called %s now, and its runs with it".formatted(job.renamedTo());
    }
    return job.hold() == null ? null : "the job is %s".formatted(job.hold());
  }

  /** Else a date that was run under the old name would be run under the new one, too. */
  private Optional<String> notHandedOver(@Nullable String formerly) {
    return jdbc.sql(
            """
            SELECT job_name FROM runledger.batch_job
             WHERE job_name = :formerly AND renamed_to IS NULL
            """)
        .param("formerly", formerly, Types.VARCHAR)
        .query(String.class)
        .optional()
        .map("it waits until a worker has handed it the runs of %s"::formatted);
  }

  /** Whatever was begun before and is not over holds it up, due or not. */
  private Optional<String> openBefore(RunKey key) {
    return jdbc.sql(
            """
            SELECT job_name, batch_date, part, status FROM runledger.batch_run
             WHERE job_name = :job AND part = :part AND batch_date < :date
               AND status NOT IN ('COMPLETED', 'MISSED')
             ORDER BY batch_date LIMIT 1
            """)
        .param("job", key.job())
        .param("part", key.part())
        .param("date", key.batchDate())
        .query(
            (rs, row) ->
                "the earlier %s is %s".formatted(RunReader.key(rs), rs.getString("status")))
        .optional();
  }

  private Optional<String> unfinished(RunKey key, boolean isNew, Timetable.Entry entry) {
    List<RunKey> all = before(entry);
    if (isNew) {
      all.add(key);
    }
    Map<RunKey, Standing> found = standings.of(all);
    RunKey coveredBy = isNew ? standing(found, key).coveredBy() : null;
    if (coveredBy != null) {
      return Optional.of("its days are in the run of %s".formatted(coveredBy));
    }
    return entry.earlier().stream()
        .filter(one -> !standing(found, one).isOver())
        .findFirst()
        .map(one -> "the earlier %s is %s".formatted(one, words(found, one)))
        .or(
            () ->
                entry.upstream().stream()
                    .filter(one -> !isComplete(standing(found, one)))
                    .findFirst()
                    .map(
                        one -> "it comes after %s, which is %s".formatted(one, words(found, one))));
  }

  private static boolean isComplete(Standing standing) {
    return standing.status() == RunStatus.COMPLETED || standing.isCovered();
  }

  private static String words(Map<RunKey, Standing> found, RunKey key) {
    RunStatus status = standing(found, key).status();
    return status == null ? "not run yet" : status.name();
  }

  private static Standing standing(Map<RunKey, Standing> found, RunKey key) {
    return found.getOrDefault(key, new Standing(null, null, false));
  }

  private static List<RunKey> before(Timetable.Entry entry) {
    List<RunKey> keys = new ArrayList<>(entry.earlier());
    keys.addAll(entry.upstream());
    return keys;
  }

  /** What is read after it is true until the transaction ends. */
  private void lock(List<RunKey> keys) {
    if (keys.isEmpty()) {
      return;
    }
    jdbc.sql(
            """
            SELECT 1 FROM runledger.batch_run r
              JOIN unnest(:jobs::text[], :dates::date[], :parts::text[]) AS k (job, date, part)
                ON r.job_name = k.job AND r.batch_date = k.date AND r.part = k.part
             ORDER BY r.job_name, r.batch_date, r.part
               FOR SHARE OF r
            """)
        .params(KeyArrays.of(keys))
        .query(rs -> {});
  }
}
