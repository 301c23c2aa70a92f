package io.runledger.lab.hunt;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.springframework.dao.DataAccessException;

/**
 * After the faults: holds are released, a person asks for what waits for a person, and everything
 * that is due has to be COMPLETED.
 */
final class Settlement {

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration ASK_EVERY = Duration.ofSeconds(2);

  /** How many dates are not complete, and whether anybody is at work. */
  private record State(long open, boolean works) {}

  private final Arena arena;
  private final Requests requests;
  private final History history;

  Settlement(Arena arena, Requests requests, History history) {
    this.arena = arena;
    this.requests = requests;
    this.history = history;
  }

  /**
   * Waits for the end.
   *
   * @return the longest time in which dates were open and nobody was at work
   * @throws IllegalStateException if they are still open after five minutes
   */
  Duration await() {
    long end = System.nanoTime() + LIMIT.toNanos();
    long nextAsk = System.nanoTime();
    long idleSince = System.nanoTime();
    long longest = 0;
    for (String job : HuntJobs.NAMES) {
      requests.ask(arena.slot(0), "release " + job);
    }
    while (System.nanoTime() < end) {
      State state = state();
      if (state.open() == 0 && !state.works()) {
        return Duration.ofNanos(longest);
      }
      if (state.works() || state.open() == 0) {
        idleSince = System.nanoTime();
      }
      longest = Math.max(longest, System.nanoTime() - idleSince);
      if (System.nanoTime() >= nextAsk) {
        askForWhatWaits();
        nextAsk = System.nanoTime() + ASK_EVERY.toNanos();
      }
      LockSupport.parkNanos(50_000_000);
    }
    throw new IllegalStateException("dates are still open %s after the faults".formatted(LIMIT));
  }

  private State state() {
    try {
      return arena
          .database()
          .jdbc()
          .sql(
              """
              SELECT (SELECT :due - count(*) FROM runledger.batch_run
                       WHERE status = 'COMPLETED') AS open,
                     EXISTS (SELECT 1 FROM runledger.batch_lock
                              WHERE locked_by IS NOT NULL AND locked_until >= clock_timestamp()) AS works
              """)
          .param("due", (long) HuntJobs.NAMES.size() * arena.database().nights())
          .query((row, number) -> new State(row.getLong("open"), row.getBoolean("works")))
          .single();
    } catch (DataAccessException away) {
      return new State(1, false);
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
