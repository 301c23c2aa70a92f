package io.runledger.schedule;

import io.runledger.guard.JobRegister;
import io.runledger.guard.LedgerClock;
import io.runledger.guard.RegisteredJob;
import io.runledger.guard.Standings;
import io.runledger.guard.Standings.Standing;
import io.runledger.run.RunKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Holds what the schedules say should exist against the ledger: three statements, however many jobs
 * there are, how many dates are due, and how long the ledger is.
 */
final class Agendas {

  /** Of one job in one look; a longer backlog is gone through from look to look. */
  private static final int MOST = 500;

  private static final Standing NOTHING = new Standing(null, null, false);

  private final Schedules schedules;
  private final LedgerClock clock;
  private final JobRegister register;
  private final Standings standings;

  Agendas(Schedules schedules, LedgerClock clock, JobRegister register, Standings standings) {
    this.schedules = schedules;
    this.clock = clock;
    this.register = register;
    this.standings = standings;
  }

  /**
   * The agendas of all scheduled jobs that are registered.
   *
   * @param settled up to when everything of a job is known to be over
   */
  List<Agenda> look(Function<String, Instant> settled) {
    Map<String, RegisteredJob> registered = register.all();
    Instant now = clock.now();
    Function<String, Instant> since =
        job -> registered.containsKey(job) ? registered.get(job).since() : now;
    Map<String, List<DueRun>> due = new HashMap<>();
    Map<RunKey, List<RunKey>> upstream = new HashMap<>();
    Set<RunKey> keys = new HashSet<>();
    for (JobSchedule schedule : schedules.all()) {
      if (schedule.isScheduled() && registered.containsKey(schedule.job())) {
        String job = schedule.job();
        List<DueRun> runs = schedules.due(job, since, settled.apply(job), now, MOST);
        due.put(job, runs);
        for (DueRun run : runs) {
          keys.add(run.key());
          if (!schedule.after().isEmpty()) {
            List<RunKey> before = schedules.upstream(job, run.key().batchDate(), since);
            upstream.put(run.key(), before);
            keys.addAll(before);
          }
        }
      }
    }
    Map<RunKey, Standing> found = standings.of(keys);
    List<Agenda> agendas = new ArrayList<>();
    due.forEach(
        (job, runs) ->
            agendas.add(
                new Agenda(
                    schedules.of(job).orElseThrow(),
                    Objects.requireNonNull(registered.get(job)),
                    now,
                    runs.stream().map(run -> item(run, upstream, found)).toList(),
                    runs.size() < MOST)));
    return agendas;
  }

  private static Agenda.Item item(
      DueRun run, Map<RunKey, List<RunKey>> upstream, Map<RunKey, Standing> found) {
    return new Agenda.Item(
        run,
        found.getOrDefault(run.key(), NOTHING),
        upstream.getOrDefault(run.key(), List.of()).stream()
            .map(key -> new Agenda.Before(key, found.getOrDefault(key, NOTHING)))
            .toList());
  }
}
