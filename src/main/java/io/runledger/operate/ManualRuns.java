package io.runledger.operate;

import io.runledger.batch.GuardedJobs;
import io.runledger.batch.RunLauncher;
import io.runledger.batch.UnknownJobException;
import io.runledger.guard.Ledger;
import io.runledger.run.RunRequest;
import io.runledger.run.Verdict;
import java.time.LocalDate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;

/**
 * Runs that people ask for. It is safe to ask twice: a completed run is not touched, a failed or
 * stopped one goes on where it was.
 *
 * <p>Each request is kept in the audit before its verdict is handed out. If that cannot be written,
 * a refusal becomes UNAVAILABLE, and nothing was done. A run that was granted stays granted, with a
 * warning: it works already, and actor and reason stand with its attempt, in the transaction that
 * claimed it.
 */
public final class ManualRuns {

  private static final Logger log = LoggerFactory.getLogger(ManualRuns.class);

  private final RunLauncher launcher;
  private final GuardedJobs jobs;
  private final Ledger ledger;
  private final Audit audit;

  public ManualRuns(RunLauncher launcher, GuardedJobs jobs, Ledger ledger, Audit audit) {
    this.launcher = launcher;
    this.jobs = jobs;
    this.ledger = ledger;
    this.audit = audit;
  }

  /**
   * Which date it is for the job, by the database's clock and in the job's zone.
   *
   * @throws UnknownJobException if no such job is guarded here
   * @throws DataAccessException if the database cannot answer
   */
  public LocalDate today(String job) {
    return ledger.today(
        jobs.find(job)
            .orElseThrow(() -> new UnknownJobException(job, jobs.names()))
            .guard()
            .zone());
  }

  /**
   * Asks for a run, and returns as soon as there is an answer; the work goes on by itself.
   *
   * @throws UnknownJobException if no such job is guarded here
   * @throws IllegalArgumentException if an added parameter has a name that is taken, or cannot be
   *     kept
   */
  public Verdict ask(ManualRequest request) {
    return kept(request, launcher.ask(request.request()));
  }

  /**
   * Asks for a run, and stays with it.
   *
   * @param patience whether to stay with a run that works elsewhere, too
   * @param watcher is told meanwhile how it goes
   * @throws UnknownJobException if no such job is guarded here
   * @throws IllegalArgumentException if an added parameter has a name that is taken, or cannot be
   *     kept
   */
  public Outcome ask(ManualRequest request, Patience patience, Watcher watcher) {
    return new Escort(this, launcher, ledger, request, patience, watcher).toTheEnd();
  }

  /** Refuses, before it is begun, what {@link #ask(ManualRequest)} would refuse by an exception. */
  void check(ManualRequest request) {
    launcher.check(request.request());
  }

  /** The same request once more. Only a new answer is kept: who waits asks once a second. */
  Verdict askAgain(ManualRequest request, Verdict before) {
    RunRequest again = request.request().onceMore();
    Verdict verdict = launcher.ask(again);
    return verdict.word().equals(before.word()) ? verdict : kept(request, verdict);
  }

  private Verdict kept(ManualRequest request, Verdict verdict) {
    try {
      audit.keep(request.action(), request.person(), verdict);
      return verdict;
    } catch (DataAccessException e) {
      log.atWarn()
          .addKeyValue("run", request.key())
          .addKeyValue("actor", request.person().actor())
          .setCause(e)
          .log("{}: the request could not be kept in the audit.", request.key());
      boolean granted = verdict instanceof Verdict.Started || verdict instanceof Verdict.Resumed;
      return granted
          ? verdict
          : new Verdict.Unavailable(
              verdict.key(),
              verdict.decision(),
              verdict.effects(),
              "it was %s, but the request could not be kept in the audit: %s"
                  .formatted(
                      verdict.word(), NestedExceptionUtils.getMostSpecificCause(e).getMessage()));
    }
  }
}
