package io.runledger.lab.hunt;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.springframework.dao.DataAccessException;

/**
 * After the faults: holds are released, a person asks for what waits for a person, and everything
 * that is due has to be COMPLETED.
 */
final class Settlement {

  /** So long without a date that is completed, and nobody waits any longer. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final Duration ASK_EVERY = Duration.ofSeconds(2);

  /**
   * How it ended.
   *
   * @param slowest the job that stood still longest
   * @param stood how long: it had open dates, waited for no person, and no lease under its lock
   *     lived
   * @param lost what is still open in the end, as sentences; empty if all is COMPLETED
   */
  record Outcome(String slowest, Duration stood, List<String> lost) {}

  /** How many dates of a job are open, whether anybody is at work, or a person is asked for. */
  private record State(String job, long open, boolean works, boolean waits) {

    boolean stands() {
      return open > 0 && !works && !waits;
    }
  }

  private final Arena arena;
  private final Requests requests;
  private final History history;
  private final Map<String, Long> standsSince = new HashMap<>();
  private String slowest = "none";
  private long longest;

  Settlement(Arena arena, Requests requests, History history) {
    this.arena = arena;
    this.requests = requests;
    this.history = history;
  }

  /** Waits for the end: everything COMPLETED and nobody at work, or no date more for long. */
  Outcome await() {
    for (String job : HuntJobs.NAMES) {
      requests.ask(arena.slot(0), "release " + arena.nameOf(job));
    }
    long progress = System.nanoTime();
    long nextAsk = progress;
    long open = Long.MAX_VALUE;
    List<State> states = List.of();
    while (System.nanoTime() - progress < LIMIT.toNanos()) {
      states = states();
      states.forEach(this::clock);
      if (!states.isEmpty()
          && states.stream().noneMatch(state -> state.open() > 0 || state.works())) {
        return new Outcome(slowest, Duration.ofNanos(longest), List.of());
      }
      long left = states.stream().mapToLong(State::open).sum();
      if (left < open) {
        open = left;
        progress = System.nanoTime();
      }
      if (System.nanoTime() >= nextAsk) {
        askForWhatWaits();
        nextAsk = System.nanoTime() + ASK_EVERY.toNanos();
      }
      LockSupport.parkNanos(50_000_000);
    }
    return new Outcome(slowest, Duration.ofNanos(longest), lost(states));
  }

  private void clock(State state) {
    if (!state.stands()) {
      standsSince.remove(state.job());
      return;
    }
    long stood =
        System.nanoTime() - standsSince.computeIfAbsent(state.job(), job -> System.nanoTime());
    if (stood > longest) {
      longest = stood;
      slowest = state.job();
    }
  }

  private static List<String> lost(List<State> states) {
    return states.stream()
        .filter(state -> state.open() > 0 || state.works())
        .map(
            state ->
                "%s has %d due dates that are not COMPLETED%s, and none was for %s after the faults"
                    .formatted(state.job(), state.open(), state.works() ? " and works" : "", LIMIT))
        .toList();
  }

  /** Empty if the database does not answer. */
  private List<State> states() {
    try {
      return arena
          .database()
          .jdbc()
          .sql(
              """
              SELECT j.job,
                     :nights - (SELECT count(*) FROM runledger.batch_run r
                                 WHERE hunt.first(r.job_name) = j.job AND r.status = 'COMPLETED') AS open,
                     EXISTS (SELECT 1 FROM runledger.batch_lock k WHERE hunt.first(k.name) = j.lock
                        AND k.locked_by IS NOT NULL AND k.locked_until >= clock_timestamp()) AS works,
                     EXISTS (SELECT 1 FROM runledger.batch_run r WHERE hunt.first(r.job_name) = j.job
                        AND (r.status = 'FAILED' OR (r.status = 'STOPPED' AND r.stopped_by_person)))
                     OR EXISTS (SELECT 1 FROM runledger.batch_job b
                                 WHERE hunt.first(b.job_name) = j.job AND b.renamed_to IS NULL
                                   AND b.held_at IS NOT NULL) AS waits
                FROM unnest(:jobs::text[], :locks::text[]) AS j (job, lock)
              """)
          .param("nights", (long) arena.database().nights())
          .param("jobs", HuntJobs.NAMES.toArray(String[]::new))
          .param("locks", HuntJobs.NAMES.stream().map(HuntJobs::lock).toArray(String[]::new))
          .query(
              (row, number) ->
                  new State(
                      row.getString("job"),
                      row.getLong("open"),
                      row.getBoolean("works"),
                      row.getBoolean("waits")))
          .list();
    } catch (DataAccessException away) {
      return List.of();
    }
  }

  private void askForWhatWaits() {
    List<String> waiting =
        arena
            .database()
            .jdbc()
            .sql(
                """
                SELECT job_name || ' ' || batch_date FROM runledger.batch_run
                 WHERE status = 'FAILED' OR (status = 'STOPPED' AND stopped_by_person)
                """)
            .query(String.class)
            .list();
    waiting.forEach(
        run -> {
          history.add("hunt", History.Type.info, "waits for a person", run);
          requests.ask(arena.slot(0), "run " + run);
        });
  }
}
