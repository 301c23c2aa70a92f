package io.runledger.guard;

import io.runledger.run.Run;
import io.runledger.run.RunKey;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionException;

/**
 * Opens runs again that were over, all or none of them. It takes the lease of each lock name, so
 * that nothing works there; then one statement under the exclusive advisory locks gives every run a
 * higher generation and the new fence. Whatever still works under an old fence commits nothing
 * after that.
 */
public final class Reopening {

  private static final Logger log = LoggerFactory.getLogger(Reopening.class);

  /** The plan does not hold any more: a run was begun, or ended, meanwhile. */
  private static final class Moved extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** What came of it. */
  public enum Result {
    /** All of them are REOPENED. */
    REOPENED,
    /** A lease lives on one of the lock names; nothing was changed. */
    BUSY,
    /** Something that stands on them has changed since it was looked at; nothing was changed. */
    MOVED
  }

  /**
   * What may stand on a run.
   *
   * @param key the run
   * @param laterDates whether later dates of the job do
   * @param anyPart whether that is so across parts
   * @param downstream jobs that come after it
   */
  public record Scope(RunKey key, boolean laterDates, boolean anyPart, List<String> downstream) {}

  private final LedgerTransaction transaction;
  private final JdbcClient jdbc;
  private final LeaseArbiter arbiter;
  private final RunReader reader;

  /**
   * @param pool connections of the guard's own
   */
  public Reopening(ControlPool pool) {
    this(pool.control(), pool.renewal());
  }

  private Reopening(DataSource control, DataSource renewal) {
    this.transaction = new LedgerTransaction(control);
    this.jdbc = JdbcClient.create(control);
    this.arbiter = new LeaseArbiter(control, renewal);
    this.reader = new RunReader(jdbc);
  }

  /** The runs that were begun on the base of this one, the oldest date first. */
  public List<Run> standingOn(Scope scope) {
    return reader.standingOn(scope);
  }

  /**
   * Opens them.
   *
   * @param runs as they were read; in the order in which they are to run
   * @param scope what was looked for; if it finds others by now, nothing is changed
   * @param lockName the lock name that each will work under
   * @param lease how long the lease is taken for
   * @param message what stands in the ledger until they run
   * @param kept is called in the same transaction
   */
  public Result reopen(
      List<Run> runs,
      Scope scope,
      Function<RunKey, String> lockName,
      Duration lease,
      String message,
      Runnable kept) {
    Map<String, Grant> grants = new TreeMap<>();
    try {
      for (Run run : runs) {
        for (String name : List.of(lockName.apply(run.key()), run.lockName())) {
          if (!grants.containsKey(name)) {
            UUID id = UUID.randomUUID();
            OptionalLong fence = arbiter.acquire(name, id, lease);
            if (fence.isEmpty()) {
              return Result.BUSY;
            }
            grants.put(name, new Grant(id, fence.getAsLong()));
          }
        }
      }
      return transaction.under(
          grants.keySet(),
          () -> {
            for (Run run : runs) {
              String name = lockName.apply(run.key());
              if (!reopen(run, name, Optional.ofNullable(grants.get(name)), message)) {
                throw new Moved();
              }
            }
            if (!reader.standingOn(scope).isEmpty()) {
              throw new Moved();
            }
            kept.run();
            return Result.REOPENED;
          });
    } catch (Moved e) {
      return Result.MOVED;
    } finally {
      grants.forEach(this::release);
    }
  }

  private record Grant(UUID id, long fence) {}

  private boolean reopen(Run run, String lockName, Optional<Grant> grant, @Nullable String why) {
    return jdbc.sql(
                """
                UPDATE runledger.batch_run
                   SET status = 'REOPENED', generation = generation + 1, fence = :fence,
                       attempt_id = :attempt, lock_name = :lock, stopped_by_person = false,
                       stop_attempt = NULL, message = :message
                 WHERE job_name = :job AND batch_date = :date AND part = :part
                   AND status = :status AND attempts = :attempts AND generation = :generation
                   AND fence < :fence
                """)
            .param("fence", grant.orElseThrow().fence())
            .param("attempt", grant.orElseThrow().id())
            .param("lock", lockName)
            .param("message", why, Types.VARCHAR)
            .param("job", run.key().job())
            .param("date", run.key().batchDate())
            .param("part", run.key().part())
            .param("status", run.status().name())
            .param("attempts", run.attempts())
            .param("generation", run.generation())
            .update()
        == 1;
  }

  private void release(String lockName, Grant grant) {
    try {
      arbiter.release(lockName, grant.id());
    } catch (DataAccessException | TransactionException e) {
      log.atWarn()
          .addKeyValue("lock", lockName)
          .setCause(e)
          .log("The lease '{}' could not be released; it ends by itself.", lockName);
    }
  }
}
