package io.runledger.guard;

import io.runledger.run.Attempt;
import io.runledger.run.AttemptStatus;
import io.runledger.run.Cause;
import io.runledger.run.Pod;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Layer 3: one row for each run, and the gate that only one attempt at a time passes. Each write
 * stands in one transaction under the exclusive advisory lock of the lock name, READ COMMITTED.
 */
public final class Ledger {

  /**
   * From when on a new run covers: by the calendar, but no day that an earlier run was for, since
   * the calendar may have been another one then. What was MISSED was for none.
   */
  private static final String DAYS_OF_NO_OTHER_RUN =
      """
      greatest(:from::date, (SELECT max(e.batch_date) + 1 FROM runledger.batch_run e
                              WHERE e.job_name = :job AND e.part = :part AND e.batch_date < :date
                                AND e.batch_date >= :from::date AND e.status <> 'MISSED'))
      """;

  private final JdbcClient client;
  private final LedgerTransaction transaction;
  private final AttemptLog attempts;
  private final RunReader reader;
  private final LedgerClock clock;
  private final Gate gate;

  /**
   * @param control connections that the application's own work cannot take away
   * @param clock says what is due
   */
  public Ledger(DataSource control, LedgerClock clock) {
    this.clock = clock;
    this.client = JdbcClient.create(control);
    this.transaction = new LedgerTransaction(control);
    this.attempts = new AttemptLog(client);
    this.reader = new RunReader(client);
    this.gate = new Gate(client, clock, new JobRegister(control, clock));
  }

  /** The run's row, and whether its lease lives; empty if nobody ever claimed it. */
  public Optional<Run> read(RunKey key) {
    return reader.read(key);
  }

  /** The runs whose last attempts began last, newest first. */
  public List<Run> recent(int limit) {
    return reader.lastStarted(limit);
  }

  /**
   * The runs of these jobs that wait for a pod: RUNNING without a living lease, stopped by a
   * shutdown, or REOPENED and the first of them; the oldest date first. One statement.
   */
  public List<Run> waiting(Collection<String> jobs) {
    return reader.waiting(jobs);
  }

  /** What a person added to the request that this attempt was for; empty if nothing. */
  public Map<String, String> parameters(UUID attempt) {
    return attempts.parameters(attempt);
  }

  /** The run whose last attempt this is. */
  Optional<Run> ofAttempt(UUID attempt) {
    return reader.ofAttempt(attempt);
  }

  /** Which date it is in the zone, by the ledger's clock. */
  public LocalDate today(ZoneId zone) {
    return LocalDate.ofInstant(clock.now(), zone);
  }

  /** What the schedule says of the run. */
  Timetable.Entry entry(RunKey key, JobGuard job) {
    return gate.entry(key, job);
  }

  /** What keeps the run from being claimed now, whoever asks first; empty if nothing does. */
  Optional<String> obstacle(RunRequest request, Optional<Run> seen, Timetable.Entry entry) {
    return gate.obstacle(request, seen, entry);
  }

  /**
   * First claim, retry and takeover in one statement. Empty: somebody was faster, the run is in no
   * state that this cause may claim, or it is live under another lock name.
   *
   * <p>Holds, upstream runs and earlier dates are looked at again in the same transaction.
   *
   * <p>An attempt that nobody asked for does not work if a person asked its predecessor to stop, or
   * if too many predecessors were lost without a chunk; it closes the run.
   *
   * @param seen the row as it was read before; its attempts must not have moved since
   * @param entry what the schedule says of the run
   */
  Optional<Claim> claim(
      RunRequest request,
      Optional<Run> seen,
      Timetable.Entry entry,
      UUID attempt,
      long fence,
      String lockName,
      Pod pod) {
    return transaction.under(
        lockNames(seen, lockName),
        () -> {
          if (gate.obstacleUnderLock(request, seen, entry).isPresent()) {
            return Optional.empty();
          }
          Optional<Claim> claimed =
              upsert(request, seen, entry.coveredFrom(), attempt, fence, lockName, pod);
          claimed.ifPresent(won -> attempts.begin(won.attempt(), request));
          return request.isByHand() ? claimed : claimed.map(this::unlessPoisoned);
        });
  }

  /** A run that kills its pod must not visit every pod. */
  private Claim unlessPoisoned(Claim claim) {
    return claim.insteadOfWork() == null && attempts.areLostInVain(claim.attempt())
        ? new Claim(claim.attempt(), AttemptEnd.poisoned())
        : claim;
  }

  private Optional<Claim> upsert(
      RunRequest request,
      Optional<Run> seen,
      LocalDate coveredFrom,
      UUID attempt,
      long fence,
      String lockName,
      Pod pod) {
    RunKey key = request.key();
    return client
        .sql(
            """
            INSERT INTO runledger.batch_run AS r
                   (job_name, batch_date, part, covered_from, status, fence, attempt_id, lock_name,
                    pod)
            VALUES (:job, :date, :part, %s, 'RUNNING', :fence, :attempt, :lock, :pod)
            ON CONFLICT (job_name, batch_date, part) DO UPDATE
               SET status = 'RUNNING', stopped_by_person = false, fence = excluded.fence,
                   attempt_id = excluded.attempt_id, lock_name = excluded.lock_name,
                   attempts = r.attempts + 1, pod = excluded.pod,
                   covered_from = CASE WHEN r.status = 'MISSED' THEN excluded.covered_from
                                       ELSE r.covered_from END,
                   stop_attempt = CASE WHEN r.stop_attempt = r.attempt_id AND NOT :byHand
                                       THEN excluded.attempt_id END,
                   started_at = clock_timestamp(), ended_at = NULL, message = NULL
             WHERE r.status = ANY (:claimable) AND (:person OR NOT r.stopped_by_person)
               AND r.attempts = :seen AND r.fence < excluded.fence
               AND NOT (r.status = 'RUNNING' AND EXISTS (
                     SELECT 1 FROM runledger.batch_lock k
                      WHERE k.name = r.lock_name AND k.fence = r.fence
                        AND k.locked_by = r.attempt_id
                        AND k.locked_until >= clock_timestamp()
                        AND k.locked_until <= clock_timestamp() + 2 * k.lease
                        AND k.name <> excluded.lock_name))
            RETURNING attempts, generation, covered_from, stop_attempt, stop_actor, stop_reason
            """
                .formatted(DAYS_OF_NO_OTHER_RUN))
        .param("from", coveredFrom)
        .param("job", key.job())
        .param("date", key.batchDate())
        .param("part", key.part())
        .param("fence", fence)
        .param("attempt", attempt)
        .param("lock", lockName)
        .param("pod", pod.toString())
        .param("claimable", claimable(request.cause()))
        .param("person", request.cause().isPerson())
        .param("byHand", request.isByHand())
        .param("seen", seen.map(Run::attempts).orElse(0))
        .query(
            (rs, row) ->
                new Claim(
                    new Attempt(
                        key,
                        attempt,
                        rs.getInt("attempts"),
                        rs.getLong("generation"),
                        fence,
                        pod,
                        rs.getObject("covered_from", LocalDate.class)),
                    stopped(rs)))
        .optional();
  }

  private static @Nullable AttemptEnd stopped(ResultSet rs) throws SQLException {
    return rs.getObject("stop_attempt") == null
        ? null
        : new AttemptEnd(
            AttemptStatus.STOPPED,
            true,
            StopRequests.words(rs.getString("stop_actor"), rs.getString("stop_reason")));
  }

  /**
   * Writes how the attempt ended, if the run is still the attempt's. One that was stopped is
   * stopped by the person who asked for it, if there is one, also where a shutdown was faster.
   *
   * @return what was written, now or by an earlier call whose answer was lost; empty if the run is
   *     another's, and nothing was
   */
  Optional<AttemptEnd> finish(LiveAttempt live, AttemptEnd end) {
    Attempt attempt = live.attempt();
    return transaction.under(
        Set.of(live.lockName()),
        () -> {
          Optional<AttemptEnd> written =
              client
                  .sql(
                      """
                      UPDATE runledger.batch_run
                         SET status = :status, ended_at = clock_timestamp(),
                             stopped_by_person =
                               :person OR (:stopped AND stop_attempt IS NOT DISTINCT FROM attempt_id),
                             message =
                               CASE WHEN :stopped AND stop_attempt = attempt_id
                                    THEN 'stopped by ' || stop_actor || coalesce(': ' || stop_reason, '')
                                    ELSE :message END
                       WHERE job_name = :job AND batch_date = :date AND part = :part
                         AND status = 'RUNNING' AND fence = :fence AND attempt_id = :attempt
                      RETURNING stopped_by_person, message
                      """)
                  .param("status", end.status().name())
                  .param("person", end.stoppedByPerson())
                  .param("stopped", end.status() == AttemptStatus.STOPPED)
                  .param("message", end.message(), Types.VARCHAR)
                  .param("job", attempt.key().job())
                  .param("date", attempt.key().batchDate())
                  .param("part", attempt.key().part())
                  .param("fence", attempt.fence())
                  .param("attempt", attempt.id())
                  .query(
                      (rs, row) ->
                          new AttemptEnd(
                              end.status(),
                              rs.getBoolean("stopped_by_person"),
                              rs.getString("message")))
                  .optional();
          written.ifPresent(really -> attempts.end(attempt, really));
          return written.or(() -> attempts.endOf(attempt));
        });
  }

  /**
   * A date that was due and is not run, by policy.
   *
   * @param coveredFrom the first calendar day that it would have been for
   * @param why in words
   */
  public record Missed(RunKey key, LocalDate coveredFrom, String why) {}

  /**
   * Records dates as MISSED. Where a row stands already nothing is done: somebody ran it after all.
   *
   * @return how many were recorded
   */
  public int miss(Collection<Missed> missed, Pod pod) {
    return client
        .sql(
            """
            INSERT INTO runledger.batch_run (job_name, batch_date, part, covered_from, status, fence,
                   attempt_id, lock_name, attempts, pod, ended_at, message)
            SELECT m.job, m.date, m.part, m.covered_from, 'MISSED', 0, gen_random_uuid(), m.job, 0,
                   :pod, clock_timestamp(), m.why
              FROM unnest(:jobs::text[], :dates::date[], :parts::text[], :from::date[], :why::text[])
                   AS m (job, date, part, covered_from, why)
            ON CONFLICT (job_name, batch_date, part) DO NOTHING
            """)
        .param("pod", pod.toString())
        .params(KeyArrays.of(missed.stream().map(Missed::key).toList()))
        .param("from", KeyArrays.texts(missed, one -> one.coveredFrom().toString()))
        .param("why", KeyArrays.texts(missed, Missed::why))
        .update();
  }

  /**
   * The failed runs of these jobs, with the number of attempts that failed since they were opened;
   * without those that a person has to look at first. One statement.
   */
  public List<FailedRun> failed(Collection<String> jobs) {
    return reader.failed(jobs);
  }

  /**
   * Which states a cause may claim: nobody retries FAILED, or resumes a person's STOPPED, unasked.
   */
  static String[] claimable(Cause cause) {
    List<RunStatus> states =
        switch (cause.kind()) {
          case SCHEDULE, CATCH_UP -> List.of(RunStatus.RUNNING, RunStatus.STOPPED);
          case RECOVERY -> List.of(RunStatus.RUNNING, RunStatus.STOPPED, RunStatus.REOPENED);
          case RETRY -> List.of(RunStatus.RUNNING, RunStatus.STOPPED, RunStatus.FAILED);
          case PERSON ->
              List.of(
                  RunStatus.RUNNING,
                  RunStatus.STOPPED,
                  RunStatus.FAILED,
                  RunStatus.MISSED,
                  RunStatus.REOPENED);
        };
    return states.stream().map(RunStatus::name).toArray(String[]::new);
  }

  /**
   * The claim's own lock name, and the one that the row was last claimed under. Under another name
   * an old owner's chunk would not hold the claim up, and could commit after it.
   */
  private static Set<String> lockNames(Optional<Run> seen, String lockName) {
    Set<String> names = new LinkedHashSet<>();
    names.add(lockName);
    seen.map(Run::lockName).ifPresent(names::add);
    return names;
  }
}
