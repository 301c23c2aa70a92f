package io.runledger.schedule;

import io.runledger.guard.JobRegister;
import io.runledger.guard.LedgerClock;
import io.runledger.guard.RegisteredJob;
import io.runledger.guard.Standings;
import io.runledger.run.RunKey;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Tells whether anything is overdue, from schedules and ledger alone: it does not ask those who
 * should have done it, who may be what is broken.
 */
public final class Punctuality {

  private final DefinedSchedules schedules;
  private final LedgerClock clock;
  private final JobRegister register;
  private final Standings standings;
  private final JdbcClient jdbc;
  private final Duration grace;
  private final Settled settled = new Settled();
  private volatile @Nullable Instant watchedSince;

  /**
   * @param control connections that the application's own work cannot take away
   * @param grace how long after its due time a run may begin before it is overdue
   */
  public Punctuality(
      DefinedSchedules schedules,
      LedgerClock clock,
      JobRegister register,
      DataSource control,
      Duration grace) {
    this.schedules = schedules;
    this.clock = clock;
    this.register = register;
    this.standings = new Standings(control);
    this.jdbc = JdbcClient.create(control);
    this.grace = grace;
  }

  /** The past of a job. */
  private record Past(@Nullable Instant lastSuccess, int failures) {}

  /**
   * Of each guarded job, in alphabetical order; four statements.
   *
   * @throws org.springframework.dao.DataAccessException if the database cannot answer
   */
  public List<JobPunctuality> look() {
    Schedules all = schedules.get();
    List<Agenda> looked;
    try {
      looked = new Agendas(all, clock, register, standings).look(settled::of);
    } catch (DataAccessException e) {
      // It may come back with less than it had.
      settled.forget();
      throw e;
    }
    Map<String, Agenda> agendas = new HashMap<>();
    for (Agenda agenda : looked) {
      settled.note(agenda);
      agendas.put(agenda.schedule().job(), agenda);
      if (watchedSince == null) {
        watchedSince = agenda.now();
      }
    }
    Map<String, Past> past = past(all);
    return all.all().stream()
        .map(schedule -> tell(schedule, agendas.get(schedule.job()), past, all))
        .sorted(Comparator.comparing(JobPunctuality::job))
        .toList();
  }

  private JobPunctuality tell(
      JobSchedule schedule, @Nullable Agenda agenda, Map<String, Past> past, Schedules all) {
    Optional<Agenda.Item> overdue =
        agenda == null ? Optional.empty() : overdue(agenda, agenda.now().minus(grace));
    RegisteredJob.Hold hold = agenda == null ? null : agenda.job().hold();
    Past before = past.getOrDefault(schedule.job(), new Past(null, 0));
    return new JobPunctuality(
        schedule.job(),
        overdue.map(Agenda.Item::key).orElse(null),
        overdue.map(item -> item.run().due()).orElse(null),
        overdue.map(Punctuality::words).orElse(null),
        hold == null ? null : hold.toString(),
        before.lastSuccess(),
        before.failures(),
        agenda == null ? null : all.next(schedule.job(), agenda.now()).orElse(null));
  }

  private static String words(Agenda.Item item) {
    return item.standing().status() == null
        ? "it was not run"
        : "it is %s, and nobody works on it".formatted(item.standing().status());
  }

  private Optional<Agenda.Item> overdue(Agenda agenda, Instant latest) {
    if (agenda.isHeldBack()) {
      return Optional.empty();
    }
    Todo todo = Todo.of(agenda, watchedSince == null ? agenda.now() : watchedSince);
    List<RunKey> wanted = todo.ask().stream().map(request -> request.run().key()).toList();
    for (Agenda.Item item : agenda.items()) {
      boolean isStuck =
          !item.standing().isOver()
              && !item.standing().isAtWork()
              && (!item.standing().isAbsent() || wanted.contains(item.key()));
      if (isStuck && item.run().due().isBefore(latest)) {
        return Optional.of(item);
      }
    }
    return Optional.empty();
  }

  private Map<String, Past> past(Schedules all) {
    Map<String, Past> past = new HashMap<>();
    jdbc.sql(
            """
            SELECT j.job, ok.ended_at,
                   (SELECT count(*) FROM runledger.batch_attempt a
                     WHERE a.job_name = j.job AND a.status = 'FAILED'
                       AND a.ended_at > coalesce(ok.ended_at, '-infinity')) AS failures
              FROM unnest(:jobs::text[]) AS j (job)
              LEFT JOIN LATERAL (
                     SELECT r.ended_at FROM runledger.batch_run r
                      WHERE r.job_name = j.job AND r.status = 'COMPLETED'
                      ORDER BY r.ended_at DESC LIMIT 1) AS ok ON true
            """)
        .param("jobs", all.all().stream().map(JobSchedule::job).toArray(String[]::new))
        .query(
            rs -> {
              OffsetDateTime ended = rs.getObject("ended_at", OffsetDateTime.class);
              past.put(
                  rs.getString("job"),
                  new Past(ended == null ? null : ended.toInstant(), rs.getInt("failures")));
            });
    return past;
  }
}
