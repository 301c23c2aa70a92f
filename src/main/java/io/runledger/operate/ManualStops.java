package io.runledger.operate;

import io.runledger.batch.GuardedJobs;
import io.runledger.batch.RunLauncher;
import io.runledger.batch.UnknownJobException;
import io.runledger.guard.Guard;
import io.runledger.guard.LiveAttempt;
import io.runledger.guard.StopRequests;
import io.runledger.run.Cause;
import io.runledger.run.Run;
import io.runledger.run.RunKey;
import io.runledger.run.RunRequest;
import io.runledger.run.RunStatus;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Stops that people ask for, from any pod. The request is kept beside the run, together with the
 * audit in one transaction, and the run's owner stops at its next chunk. What a person stopped, a
 * person's request alone resumes.
 */
public final class ManualStops {

  private static final Logger log = LoggerFactory.getLogger(ManualStops.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final String COMMAND_ENDED = "its command was ended by Ctrl-C or SIGTERM";

  private final RunLauncher launcher;
  private final GuardedJobs jobs;
  private final Guard guard;
  private final Audit audit;
  private final StopRequests requests;
  private final TransactionTemplate transaction;

  /**
   * @param control connections that the application's own work cannot take away; the guard's and
   *     the audit's
   */
  public ManualStops(
      RunLauncher launcher, GuardedJobs jobs, Guard guard, Audit audit, DataSource control) {
    this.launcher = launcher;
    this.jobs = jobs;
    this.guard = guard;
    this.audit = audit;
    this.requests = new StopRequests(control);
    this.transaction = new TransactionTemplate(new JdbcTransactionManager(control));
  }

  /**
   * Asks the run to stop, and returns as soon as that is kept.
   *
   * @throws UnknownJobException if there is no such run, and no such job is guarded here
   * @throws DataAccessException or {@link TransactionException} if the database cannot answer. If
   *     it was the answer to the commit that is missing, the run may stop all the same: ask again
   */
  public StopAnswer ask(RunKey key, Person person) {
    StopAnswer answer = keep(key, person);
    log.atInfo()
        .addKeyValue("run", key)
        .addKeyValue("actor", person.actor())
        .log("{}: {} ({}), asked by {}.", key, answer.word(), answer.explanation(), person.actor());
    look(key).ifPresent(this::closeIfLost);
    return answer;
  }

  /**
   * Asks the run to stop, and waits until it does not run any more, wherever it does. A request of
   * another person's to run it ends the waiting as well.
   *
   * @throws UnknownJobException if there is no such run, and no such job is guarded here
   * @throws DataAccessException or {@link TransactionException} if the database cannot answer
   */
  public StopAnswer askAndWait(RunKey key, Person person) {
    StopAnswer answer = ask(key, person);
    while (answer.word() == StopAnswer.Word.STOPPING && !launcher.isLeaving()) {
      pause();
      Optional<Run> run = look(key);
      run.ifPresent(this::closeIfLost);
      boolean runs =
          run.filter(it -> it.status() == RunStatus.RUNNING && it.stopAskedBy() != null)
              .isPresent();
      if (!runs) {
        return StopAnswer.of(key, false, run);
      }
    }
    return answer;
  }

  /**
   * The process in which the person's command waits for its run is told to end: the person means
   * the run. What works here stops at its next chunk, whether or not that can be kept.
   */
  public void interrupted(Person person) {
    guard.live().all().forEach(live -> live.tellToStop(LiveAttempt.Stop.PERSON));
    for (LiveAttempt live : guard.live().all()) {
      try {
        StopAnswer unused = keep(live.attempt().key(), new Person(person.actor(), COMMAND_ENDED));
      } catch (DataAccessException | TransactionException e) {
        log.atWarn()
            .addKeyValue("run", live.attempt().key())
            .setCause(e)
            .log("{}: that it is stopped could not be kept.", live.attempt().key());
      }
    }
  }

  /** The row's lock is held until the audit is written: the owner cannot end it in between. */
  private StopAnswer keep(RunKey key, Person person) {
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              boolean asked = requests.ask(key, person.actor(), person.reason());
              Optional<Run> run = look(key);
              if (run.isEmpty() && !jobs.contains(key.job())) {
                throw new UnknownJobException(key.job(), jobs.names());
              }
              StopAnswer answer = StopAnswer.of(key, asked, run);
              audit.keep(
                  Audit.Action.STOP, person, key, answer.word().name(), answer.explanation());
              return answer;
            }));
  }

  private Optional<Run> look(RunKey key) {
    return guard.ledger().read(key);
  }

  /** Taken over under a fence, and closed since it was asked to stop. Any worker does the same. */
  private void closeIfLost(Run run) {
    if (run.status() == RunStatus.RUNNING
        && !run.leaseLives()
        && run.stopAskedBy() != null
        && jobs.contains(run.key().job())) {
      launcher.ask(RunRequest.of(run.key(), Cause.recovery()));
    }
  }

  private static void pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(BETWEEN_LOOKS.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
